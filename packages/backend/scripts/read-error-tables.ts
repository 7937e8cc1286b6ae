import type { OtherError } from './error-guide.ts'

/**
 * The rows of a README's tables whose columns are code, cause and cure. A first cell may hold several codes, each in backticks; an
 * ellipsis in one stands for a number.
 *
 * @param heading the line after which they stand, up to the next chapter
 */
export function readErrorTables(source: OtherError['source'], readme: string, heading: string): OtherError[] {
  const start = readme.indexOf(heading)
  if (start === -1) throw new Error(`"${heading}" is not in the README of the ${source}.`)
  const [section = ''] = readme.slice(start).split(/\n## /)
  const rows = section.matchAll(/^\| (`\w[^|\n]*?) *\| ([^|\n]+?) *\| ([^|\n]+?) *\|$/gm)
  return [...rows].flatMap(([, codes = '', cause = '', cure = '']) =>
    [...codes.matchAll(/`([\w…]+)`/g)].map(([, code = '']) => ({ source, code, cause, cure })),
  )
}
