import { contrast, parseHex, type Rgb, TEXT_CONTRAST, toHex, towards } from './accent.ts'

/** A text colour moved until its contrast on `card` is 4.5 or more. Null for a text that is no colour. */
export function readable(colour: string, card: Rgb): string | null {
  const rgb = parseHex(colour)
  if (!rgb) return null
  for (const mixed of towards(rgb, card)) if (contrast(mixed, card) >= TEXT_CONTRAST) return toHex(mixed)
  return null
}
