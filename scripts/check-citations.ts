import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SOURCES = ['{packages,demo,e2e,scripts,docs}/**/*.{ts,tsx,js,mjs,cjs,sol,css,md}', '*.{ts,md}']
const NOT_OURS = /(^|\/)(node_modules|dist|cdn|out|cache|generated|\.data)$|^scripts\/fixtures$/

/** Blanks, line ends, and the beginning of a comment's line. */
const GAP = String.raw`(?:\s|\*|\/\/+)+`
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*/g
/** Any page, and code by a path that says where it is. */
const FILE =
  /(?<![\w/:@.*-])(?:\.\.\/)*(?:(?:[\w@][\w@.-]*\/)*[\w-]+\.md|(?:[\w@][\w@.-]*\/)+[\w.-]+\.(?:ts|sol|mjs))\b/g
const PAGE_ELSEWHERE = new RegExp(
  String.raw`\b(?:design|spec|specification|house|protocol${GAP}rules),?${GAP}section${GAP}\d|\bprotocol${GAP}rules\b|[(]design,`,
  'gi',
)

const RULES_PAGE = 'docs/money.md'
const RULE = /^### Rule (\d+)$([\s\S]*?)(?=^### |(?![\s\S]))/gm
const RULE_CITATION = new RegExp(
  String.raw`docs\/money\.md,?${GAP}rules?${GAP}(\d+(?:(?:,|${GAP}and|${GAP}to)${GAP}\d+)*)`,
  'g',
)
/** The tests that `npm test` runs: a rule that only slow tests prove stays broken until the next `npm run prove`. */
const FAST_TEST = /\.t\.sol$|(?<!\.slow(?:\.browser)?)\.test\.ts$/

/**
 * Every citation of a missing file or rule, as sentences: in comments and Markdown of files by path, anywhere of rules of
 * docs/money.md, and of pages outside the repository. Also every rule without a reason, or without a fast test that cites it and
 * that it names. Empty means that a reader finds each cited file, and a test of each rule.
 *
 * @param root the repository, or a fixture laid out like it
 */
export function findBrokenCitations(root: string): string[] {
  const files = SOURCES.flatMap(pattern =>
    globSync(pattern, { cwd: root, exclude: path => NOT_OURS.test(path) }),
  )
  if (files.length === 0) return [`no files found below ${root}: the check would prove nothing`]
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const rules = rulesOf(root)
  const numbers = rules.map(({ number }) => number)
  const citing = new Map(
    files
      .filter(file => FAST_TEST.test(file))
      .map(file => [file, rulesCited(read(file)).map(({ number }) => number)]),
  )
  const tested = new Set([...citing.values()].flat())
  const untested = [...new Set(numbers)].filter(number => !tested.has(number))
  const repeated = numbers.filter((number, place) => numbers.indexOf(number) < place)
  const broken = files.toSorted().flatMap(file => {
    const text = read(file)
    const at = (index: number) => `${file}:${text.slice(0, index).split('\n').length}`
    return [
      ...filesCited(file, text)
        .filter(({ path }) => !isThere(root, file, path))
        .map(({ index, path }) => `${at(index)} cites ${path}, which is not there`),
      ...[...text.matchAll(PAGE_ELSEWHERE)].map(
        ({ index }) => `${at(index)} cites a page that is not in the repository`,
      ),
      ...rulesCited(text)
        .filter(({ number }) => !numbers.includes(number))
        .map(({ index, number }) => `${at(index)} cites rule ${number} of ${RULES_PAGE}, which has none`),
    ]
  })
  return [
    ...repeated.map(number => `${RULES_PAGE} has two rules ${number}`),
    ...untested.map(
      number =>
        `${RULES_PAGE}: no fast test cites rule ${number}. Cite the rule above a test that fails when it is broken, in a .t.sol or a .test.ts without .slow in its name`,
    ),
    ...rules.flatMap(({ number, text }) =>
      faultsOfRule(text, file => citing.get(file)?.includes(number) ?? false).map(
        fault => `${RULES_PAGE}: rule ${number} ${fault}`,
      ),
    ),
    ...broken,
  ]
}

/** @param cites whether a fast test cites the rule */
function faultsOfRule(text: string, cites: (file: string) => boolean): string[] {
  const named = /^- \*\*Test\*\*: (.+)$/m.exec(text)?.[1] ?? ''
  const tests = [...named.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
  return [
    ...(/^- \*\*Because\*\* \S/m.test(text) ? [] : ['has no line that begins with "- **Because**"']),
    ...(tests.length > 0 ? [] : ['has no line that begins with "- **Test**:" and names a test']),
    ...tests.filter(file => !cites(file)).map(file => `names ${file}, which does not cite it`),
  ]
}

function rulesCited(text: string): { number: string; index: number }[] {
  return [...text.matchAll(RULE_CITATION)].flatMap(({ index, 1: numbers = '' }) =>
    [...numbers.matchAll(/\d+/g)].map(([number]) => ({ number, index })),
  )
}

/** The rules, in the order of the page. */
function rulesOf(root: string): { number: string; text: string }[] {
  const page = join(root, RULES_PAGE)
  if (!existsSync(page)) return []
  return [...readFileSync(page, 'utf8').matchAll(RULE)].map(([, number = '', text = '']) => ({
    number,
    text,
  }))
}

/** Code names files for other reasons too, so of code only comments are read. */
function filesCited(file: string, text: string): { path: string; index: number }[] {
  const parts = file.endsWith('.md')
    ? [{ index: 0, part: text }]
    : [...text.matchAll(COMMENT)].map(({ index, 0: part }) => ({ index, part }))
  return parts.flatMap(({ index, part }) =>
    [...part.matchAll(FILE)].map(found => ({ path: found[0], index: index + found.index })),
  )
}

/** A path may be given from the citing file's folder, or from any folder above it: its package's, the repository's. */
function isThere(root: string, file: string, path: string): boolean {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(root, folder, path))) return true
    if (folder === '.') return false
  }
}

if (import.meta.main) {
  const broken = findBrokenCitations(join(import.meta.dirname, '..'))
  for (const sentence of broken) console.error(sentence)
  process.exit(broken.length > 0 ? 1 : 0)
}
