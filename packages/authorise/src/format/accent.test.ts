import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accentOn, CARDS, readable } from './accent.ts'

const [LIGHT, DARK] = CARDS
const hex = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

test.each([null, '', 'red', 'url(https://x)', '#12', '#12345g', '#123456;color:red'])(
  'accentOn: %j is no colour',
  value => {
    expect([accentOn(value, LIGHT), accentOn(value, DARK)]).toEqual([null, null])
  },
)

test('accentOn: a usable colour stays unchanged', () => {
  expect(accentOn('#3a4ee0', LIGHT)).toEqual({ colour: '#3a4ee0', on: '#ffffff' })
  expect(accentOn('#FFD400', DARK)).toEqual({ colour: '#ffd400', on: '#101216' })
})

describe('property', () => {
  test.each([
    ['light', LIGHT],
    ['dark', DARK],
  ] as const)('every colour stands out from a %s card and can be read on', (_name, card) => {
    fc.assert(
      fc.property(hex, colour => {
        const accent = accentOn(colour, card)
        if (!accent) throw new Error('no accent')
        expect(contrast(accent.colour, toHex(card))).toBeGreaterThanOrEqual(3)
        expect(contrast(accent.colour, accent.on)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 2_000, seed: 7 },
    )
  })

  test('every text colour can be read on every card', () => {
    fc.assert(
      fc.property(hex, hex, (colour, card) => {
        const [, r = '', g = '', b = ''] = /#(..)(..)(..)/.exec(card) ?? []
        const text = readable(colour, [
          Number.parseInt(r, 16),
          Number.parseInt(g, 16),
          Number.parseInt(b, 16),
        ])
        expect(contrast(text ?? card, card)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 2_000, seed: 7 },
    )
  })
})

function toHex(colour: readonly number[]): string {
  return `#${colour.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

/** WCAG 2.2 contrast, from the standard's formula and independent of the code under test. */
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
