import type { en } from './en.ts'

/** Every sentence of the element, in one language. English is the reference: the others have exactly its keys. */
export type Text = typeof en

/** One action and the words around it; what a problem says to the subscriber. */
export type ProblemText = { title: string; advice: string }
