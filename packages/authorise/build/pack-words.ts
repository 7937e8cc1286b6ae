import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { FIRST_PROBLEM, FIRST_WORDS } from '../src/text/first-words.ts'
import { LANGUAGES } from '../src/text/language.ts'
import type { Words } from '../src/text/text.ts'
import type { Shape } from './unpack-words.ts'

const UNPACK = fileURLToPath(new URL('unpack-words.ts', import.meta.url))
const TEXT = fileURLToPath(new URL('../src/text/', import.meta.url))
const MARKS = ['\uE001', '\uE002', '\uE003']

/** Where all words are loaded, apart from the first screen's. */
const ALL = 'virtual:all-words'

/**
 * Twelve languages have the same keys and the same functions: here they are written once, apart from them, and each language
 * becomes its texts alone, one to a line. A third of a language's weight is gone. The first screen's words become a module of
 * their own in each language, and only those are loaded with it.
 *
 * @param reference the words whose keys all others have
 */
export function packWords(reference: Words): Plugin {
  const shape = shapeOf(reference)
  const firstShape = shapeOf(firstWordsOf(reference))
  return {
    name: 'pack-words',
    resolveId: id => (id === ALL ? `\0${ALL}` : null),
    load: id => (id === `\0${ALL}` ? loaderOfAll(shape) : null),
    async transform(code, id) {
      const [file = '', query] = id.split('?')
      if (/\/authorise\/src\/text\/[a-z]{2}\.ts$/.test(file)) {
        const { words }: { words: Words } = await import(file)
        const packed = query === 'first' ? pack(firstWordsOf(words), firstShape) : pack(words, shape)
        return `export const words = ${JSON.stringify(packed)}`
      }
      return file.endsWith('/authorise/src/text/load-text.ts') ? unpacking(code, firstShape) : null
    },
  }
}

function unpacking(code: string, firstShape: Shape): string {
  const unpacked = code
    .replace(
      /const \{ words \} = await LOADERS\[language\]\(\);?\s+return words/,
      `return (await import('${ALL}')).load(language)`,
    )
    .replace(
      'return loadWords(language)',
      `return unpackWords((await LOADERS[language]()).words, ${writeShape(firstShape)})`,
    )
    .replaceAll(/import\((["'])(\.\/[a-z]{2}\.ts)\1\)/g, "import('$2?first')")
  if (!unpacked.includes(ALL) || !unpacked.includes('unpackWords(') || !unpacked.includes('?first')) {
    throw new Error('The words are loaded in another way than they were.')
  }
  return `import { unpackWords } from ${JSON.stringify(UNPACK)}\n${unpacked}`
}

function loaderOfAll(shape: Shape): string {
  const loaders = LANGUAGES.map(
    language => `${language}: () => import(${JSON.stringify(`${TEXT}${language}.ts`)})`,
  )
  return `import { unpackWords } from ${JSON.stringify(UNPACK)}
    const LOADERS = { ${loaders.join(', ')} }
    const SHAPE = ${writeShape(shape)}
    export const load = async language => unpackWords((await LOADERS[language]()).words, SHAPE)`
}

/** What the first screen says, in the order of the whole. */
function firstWordsOf(words: Words): object {
  return {
    ...Object.fromEntries(FIRST_WORDS.map(key => [key, words[key]])),
    problems: { [FIRST_PROBLEM]: words.problems[FIRST_PROBLEM] },
  }
}

export function shapeOf(reference: unknown): Shape {
  if (typeof reference !== 'object' || reference === null) return 0
  if (Array.isArray(reference)) return reference.map(shapeOf)
  return Object.fromEntries(Object.entries(reference).map(([key, inner]) => [key, shapeOf(inner)]))
}

/** The texts of `words` in the order of `shape`, one to a line; a function as what it says of marks. */
export function pack(words: unknown, shape: Shape): string {
  if (shape !== 0) {
    return Object.entries(shape)
      .map(([key, inner]) => pack((words as Record<string, unknown>)[key], inner))
      .join('\n')
  }
  const text = typeof words === 'function' ? words(...MARKS) : words
  if (typeof text !== 'string' || text.includes('\n')) throw new Error(`No text to pack: ${String(text)}`)
  return text
}

function writeShape(shape: Shape): string {
  return JSON.stringify(shape).replace(/"([A-Za-z_]\w*|\d+)":/g, '$1:')
}
