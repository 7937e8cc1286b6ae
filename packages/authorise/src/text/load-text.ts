import { type Language, type Speech, speechOf } from './language.ts'
import type { Text, Words } from './text.ts'

/** Each language is a module of its own, so that a page loads the one it speaks. */
const LOADERS: Readonly<Record<Language, () => Promise<{ words: Words }>>> = {
  en: () => import('./en.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  de: () => import('./de.ts'),
  pt: () => import('./pt.ts'),
  'pt-PT': () => import('./pt-pt.ts'),
  it: () => import('./it.ts'),
  nl: () => import('./nl.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  zh: () => import('./zh.ts'),
  ar: () => import('./ar.ts'),
  he: () => import('./he.ts'),
}

/** Loads the words of a language. Rejects when they cannot be loaded. */
export type LoadWords = (language: Language) => Promise<Words>

export const loadWords: LoadWords = async language => (await LOADERS[language]()).words

/**
 * The text to show for a speech, or English where its own words cannot be loaded.
 *
 * @throws the rejection of `load`, if English cannot be loaded either.
 */
export async function loadText(speech: Speech, load: LoadWords = loadWords): Promise<Text> {
  try {
    return textFrom(await load(speech.language), speech)
  } catch (cause) {
    if (speech.language === 'en') throw cause
    const english = speechOf('en')
    return textFrom(await load(english.language), english)
  }
}

/** Words as they are shown. In a right-to-left language their values are isolated. */
export function textFrom(words: Words, speech: Speech): Text {
  return { ...(speech.direction === 'rtl' ? isolateValues(words) : words), ...speech }
}

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

/**
 * Words whose sentences keep every value together in both directions. Otherwise a right-to-left sentence would reorder `$0.9972`, `0x12…ef`
 * and "Northwind (UK)" around their punctuation (Unicode UAX 9, section 2.4.2).
 */
function isolateValues<T>(words: T): T {
  if (typeof words === 'function') {
    return ((...values: string[]) => words(...values.map(isolated))) as T
  }
  if (typeof words !== 'object' || words === null) return words
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, isolateValues(value)])) as T
}

function isolated(value: string): string {
  return FIRST_STRONG_ISOLATE + value + POP_ISOLATE
}
