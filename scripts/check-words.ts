import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  faultsOf,
  LIMITS,
  measureWords,
  sentencesOfComments,
  sentencesOfPage,
  type WordCounts,
} from './measure-words.ts'

const PAGES = ['*.md', 'docs/**/*.md', 'packages/*/*.md', 'packages/*/docs/*.md', 'demo/**/*.md']
const CODE = ['{packages,demo,e2e,scripts}/**/*.{ts,tsx,js,mjs,sol,css}', '*.ts']
const NOT_OURS =
  /(^|\/)(node_modules|dist|cdn|out|cache|generated|\.data)$|^scripts\/fixtures$|^packages\/authorise\/exit$/
/** Rooms of these packages are measured one by one. */
const ROOMS =
  /^packages\/(?:backend|authorise)\/src\/[^/]+(?=\/)|^packages\/[^/]+\/(?:src|test|scripts)(?=\/)|^packages\/[^/]+/

/** Folders whose comments are still to be rewritten. A folder that meets the figures has to leave this list. */
const TO_DO: readonly string[] = []

type Folder = { name: string; sentences: { file: string; sentence: string }[] }

/** Every page as one folder, and the comments of code by the folder they are in. */
export function readFolders(root: string): Folder[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const find = (patterns: string[]) =>
    patterns.flatMap(each => globSync(each, { cwd: root, exclude: path => NOT_OURS.test(path) })).toSorted()
  const folders = new Map<string, Folder['sentences']>()
  const add = (name: string, file: string, sentences: string[]) => {
    const others = folders.get(name) ?? []
    folders.set(name, [...others, ...sentences.map(sentence => ({ file, sentence }))])
  }
  for (const file of find(PAGES)) add('pages', file, sentencesOfPage(read(file)))
  for (const file of find(CODE)) add(folderOf(file), file, sentencesOfComments(read(file)))
  return [...folders].map(([name, sentences]) => ({ name, sentences }))
}

/**
 * Every folder whose words break a limit, and every folder that meets them and is still in the list, as sentences.
 * Empty means that all pages, and the comments of every folder that was rewritten, stay readable.
 *
 * @param root the repository, or a fixture laid out like it
 * @param toDo folders that may still break the limits
 */
export function findHardWords(root: string, toDo: readonly string[]): string[] {
  const folders = readFolders(root)
  if (folders.length === 0) return [`no files found below ${root}: the check would prove nothing`]
  const missing = toDo.filter(name => !folders.some(folder => folder.name === name))
  return [
    ...missing.map(name => `${name} is listed as to do, and is not there`),
    ...folders.flatMap(({ name, sentences }) => {
      const broken = brokenLimits(measureWords(sentences.map(({ sentence }) => sentence)))
      if (!toDo.includes(name)) return broken.map(each => `${name}: ${each}`)
      return broken.length > 0 ? [] : [`${name} meets the figures: take it out of TO_DO`]
    }),
  ]
}

/** A small folder may have as many as its size rounds to. */
function brokenLimits(counts: WordCounts): string[] {
  return LIMITS.flatMap(([count, of, share, meaning]) => {
    const allowed = Math.round(counts[of] * share)
    return counts[count] > allowed
      ? [`${counts[count]} ${meaning} in ${counts[of]} ${of}; at most ${allowed}`]
      : []
  })
}

function folderOf(file: string): string {
  return ROOMS.exec(file)?.[0] ?? file.split('/')[0] ?? file
}

/** `--list PREFIX` prints each sentence that counts, of the files that begin so. */
if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const [flag, prefix = ''] = process.argv.slice(2)
  const folders = readFolders(root)
  if (flag === '--list')
    for (const { file, sentence } of folders.flatMap(({ sentences }) => sentences)) {
      const faults = file.startsWith(prefix) ? faultsOf(sentence) : []
      if (faults.length > 0) console.log(`${file} [${faults.join(', ')}] ${sentence}`)
    }
  else
    for (const { name, sentences } of folders) {
      const counts = measureWords(sentences.map(({ sentence }) => sentence))
      const figures = LIMITS.map(([count, of]) => {
        const share = counts[count] / Math.max(counts[of], 1)
        return `${count} ${of === 'words' ? (1000 * share).toFixed(1) : `${(100 * share).toFixed(1)} %`}`
      })
      console.log(`${name}: ${counts.words} words, ${figures.join(', ')}`)
    }
  const problems = findHardWords(root, TO_DO)
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
