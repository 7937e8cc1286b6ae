import type { words } from './en.ts'
import type { Speech } from './language.ts'

/** What a problem says to the subscriber: what happened, and what to do about it. */
export type ProblemText = { title: string; advice: string }

/** A problem's sentences before the merchant's name is in them. */
export type ProblemWords = readonly [title: string, advice: string | ((merchant: string) => string)]

/** Sentences by name, in groups where that helps; with values in them where they are functions. */
export type Sentences = {
  readonly [name: string]: string | ((...values: string[]) => string) | readonly unknown[] | Sentences
}

type English = typeof words

/** The problems that have sentences of their own; `problemText` says which code is which. */
export type ProblemKey = keyof English['problems']

/** Every sentence of the element in one language; the English ones say which there are. */
export type Words = Omit<English, 'problems'> & { problems: Record<ProblemKey, ProblemWords> }

/** A language's words with what is needed to format for it. */
export type Text = Words & Speech
