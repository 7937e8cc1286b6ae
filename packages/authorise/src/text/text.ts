import type { words } from './en.ts'
import type { Speech } from './language.ts'

/** A problem's sentences for the subscriber: the failure, and the advice. */
export type ProblemText = { title: string; advice: string }

/** Sentences by name, some in groups. Functions take the values of their sentence. */
export type Sentences = {
  readonly [name: string]: string | ((...values: string[]) => string) | Sentences
}

type English = typeof words

/** The problems that have sentences of their own, and their advice. `problemText` maps each code to one of them. */
export type ProblemKey = keyof English['problems']
export type AdviceKey = keyof English['advice']

/** Every sentence of the element in one language. The English words define the keys. */
export type Words = English

/** A language's words, with its locale and direction. */
export type Text = Words & Speech
