/** A colour moved until it contrasts with a card, and a readable text colour on it. */
export type Accent = { colour: string; on: string }

export type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const INK: Rgb = [16, 18, 22]
/** The required contrast of a button with its surroundings, and of text with its ground (WCAG 2.2, 1.4.11 and 1.4.3). */
const SHAPE_CONTRAST = 3.1
const TEXT_CONTRAST = 4.5

/** The element's own cards. */
export const CARDS: [light: Rgb, dark: Rgb] = [WHITE, [22, 24, 29]]

/**
 * A merchant's colour, made usable on a card. It moves in steps of 5 %, towards black on a light card and towards white on a dark one,
 * until text on it has a contrast of 4.5 or more. Reads `#rgb` or `#rrggbb`. Any other text could inject styles, and is null.
 */
export function accentOn(colour: string | null, card: Rgb): Accent | null {
  const rgb = parseHex(colour)
  if (!rgb) return null
  for (const mixed of towards(rgb, card)) {
    const on = contrast(mixed, WHITE) >= TEXT_CONTRAST ? WHITE : INK
    if (contrast(mixed, card) >= SHAPE_CONTRAST && contrast(mixed, on) >= TEXT_CONTRAST) {
      return { colour: toHex(mixed), on: toHex(on) }
    }
  }
  return null
}

export function parseHex(colour: string | null): Rgb | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour?.trim() ?? '')?.[1]
  if (!digits) return null
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const value = Number.parseInt(full, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** The steps of a colour towards the end of the scale that is further from the card. */
function towards(colour: Rgb, card: Rgb): Rgb[] {
  const end = contrast(card, [0, 0, 0]) >= contrast(card, WHITE) ? 0 : 255
  return [...Array(21).keys()].map(step => {
    const at = (index: 0 | 1 | 2) => Math.round(colour[index] + ((end - colour[index]) * step) / 20)
    return [at(0), at(1), at(2)]
  })
}

/** Contrast by relative luminance, as in WCAG 2.2. */
function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: Rgb): number {
  const channel = (value: number) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(colour[0]) + 0.7152 * channel(colour[1]) + 0.0722 * channel(colour[2])
}

export function toHex(colour: Rgb): string {
  return `#${colour.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

/** A text colour moved until its contrast on `card` is 4.5 or more. Null for a text that is no colour. */
export function readable(colour: string, card: Rgb): string | null {
  const rgb = parseHex(colour)
  if (!rgb) return null
  for (const mixed of towards(rgb, card)) if (contrast(mixed, card) >= TEXT_CONTRAST) return toHex(mixed)
  return null
}
