import { contrast, parseHex, type Rgb, TEXT_CONTRAST, toHex, towards } from './accent.ts'

/** A text colour moved until it can be read on `card`, at 4.5 or more; null when it is none we read. */
export function readable(colour: string, card: Rgb): string | null {
  const rgb = parseHex(colour)
  if (!rgb) return null
  for (const mixed of towards(rgb, card)) if (contrast(mixed, card) >= TEXT_CONTRAST) return toHex(mixed)
  return null
}
