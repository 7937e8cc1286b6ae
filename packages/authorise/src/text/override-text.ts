import type { Text, Words } from './text.ts'

/**
 * The sentences a page may say in its own words. Sentences about the signature, the cost, failures and refusals are not among them: they
 * are the same on every page.
 */
const OVERRIDABLE = [
  'authorisedTitle',
  'canceledTitle',
  'connectWallet',
  'details',
  'download',
  'emailWhy',
  'expiredTitle',
  'manageHint',
  'pausedText',
  'readingMeter',
  'startAgain',
  'tryAgain',
  'walletChoose',
  'walletHint',
] as const satisfies (keyof Words)[]

export type TextOverrides = Partial<Record<(typeof OVERRIDABLE)[number], string>>

/** The text with the page's own sentences. Other keys are ignored. */
export function overrideText(text: Text, overrides: TextOverrides | null): Text {
  if (!overrides) return text
  const own = OVERRIDABLE.flatMap(key => {
    const sentence: unknown = overrides[key]
    return typeof sentence === 'string' && sentence.trim() !== '' ? [[key, sentence] as const] : []
  })
  return { ...text, ...Object.fromEntries(own) }
}
