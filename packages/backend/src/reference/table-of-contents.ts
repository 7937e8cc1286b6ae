import { posix } from 'node:path'
import { readPageFile } from './read-page-file.ts'

/** One page of documentation. */
export type DocsPage = {
  /** The part of its address after `/docs/`. */
  name: string
  title: string
  /** From the repository's root. */
  file: string
}

export type DocsGroup = { title: string; pages: DocsPage[] }

export const START_PAGE = 'docs/README.md'

/** Every page, in order: the list of the start page under its headings. */
export function readTableOfContents(): DocsGroup[] {
  const [, ...groups] = readPageFile(START_PAGE).split(/^## /m)
  return groups.map(group => ({
    title: group.slice(0, group.indexOf('\n')),
    pages: [...group.matchAll(/^- \[([^\]]+)\]\(([^)#]+\.md)\)/gm)].map(([, title = '', path = '']) => {
      const file = posix.join(posix.dirname(START_PAGE), path)
      return { name: nameOf(file), title, file }
    }),
  }))
}

/** A page is called as its file, a folder's README as its folder. */
function nameOf(file: string): string {
  return posix.basename(file.replace(/\/README\.md$/, ''), '.md').toLowerCase()
}
