/** A merchant's colour made usable: one shade per theme that stands out from the card, each with the text colour that reads on it. */
export type Accent = { light: string; onLight: string; dark: string; onDark: string }

type Rgb = readonly [number, number, number]

const LIGHT_CARD: Rgb = [255, 255, 255]
const DARK_CARD: Rgb = [22, 24, 29]
const INK: Rgb = [16, 18, 22]
const MINIMUM_CONTRAST = 3.1

/** Reads `#rgb` or `#rrggbb`; anything else, which could smuggle other styles in, is null. Contrast as in WCAG 2.2, 1.4.11. */
export function accentFrom(colour: string | null): Accent | null {
  const rgb = colour === null ? null : parseHex(colour)
  if (!rgb) return null
  const light = standOut(rgb, LIGHT_CARD, [0, 0, 0])
  const dark = standOut(rgb, DARK_CARD, [255, 255, 255])
  return { light: toHex(light), onLight: textOn(light), dark: toHex(dark), onDark: textOn(dark) }
}

function parseHex(colour: string): Rgb | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour.trim())?.[1]
  if (!digits) return null
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const value = Number.parseInt(full, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function standOut(colour: Rgb, card: Rgb, towards: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(colour, towards, share)
    if (contrast(mixed, card) >= MINIMUM_CONTRAST) return mixed
  }
  return towards
}

function textOn(colour: Rgb): string {
  return contrast(colour, LIGHT_CARD) >= 4.5 || contrast(colour, LIGHT_CARD) >= contrast(colour, INK)
    ? '#ffffff'
    : toHex(INK)
}

function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(a[index] * (1 - share) + b[index] * share)
  return [at(0), at(1), at(2)]
}

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

function toHex(colour: Rgb): string {
  return `#${colour.map(value => value.toString(16).padStart(2, '0')).join('')}`
}
