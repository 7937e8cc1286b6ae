import { expect, test } from 'vitest'
import { accentFrom } from './accent.ts'

test.each([null, '', 'red', 'url(https://x)', '#12', '#12345g', '#123456;color:red'])(
  'accentFrom: %j is no colour',
  value => {
    expect(accentFrom(value)).toBeNull()
  },
)

test.each(['#3a4ee0', '#fff', '#000', '#ffd400', '#12a150', '#7f7f7f'])(
  'accentFrom: %s stands out and can be read',
  value => {
    const accent = accentFrom(value)
    if (!accent) throw new Error('no accent')
    expect(contrast(accent.light, '#ffffff')).toBeGreaterThanOrEqual(3)
    expect(contrast(accent.dark, '#16181d')).toBeGreaterThanOrEqual(3)
    expect(contrast(accent.light, accent.onLight)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(accent.dark, accent.onDark)).toBeGreaterThanOrEqual(4.5)
  },
)

/** WCAG 2.2 contrast, written from the standard's formula and apart from the code under test. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const channels = [1, 3, 5].map(at => {
      const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
  }
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
