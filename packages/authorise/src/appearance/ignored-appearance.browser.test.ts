import { expect, test } from 'vitest'
import type { Appearance } from './appearance.ts'
import { ignoredAppearance } from './ignored-appearance.ts'

const EVERYTHING: Required<Appearance> = {
  theme: 'night',
  labels: 'floating',
  disableAnimations: true,
  rules: { '.Button': { textTransform: 'uppercase' } },
  variables: {
    colorPrimary: '#123456',
    colorBackground: 'white',
    colorText: 'rgb(0 0 0)',
    colorTextSecondary: '#777',
    colorDanger: 'red',
    colorSuccess: 'green',
    colorBorder: 'transparent',
    buttonColorBackground: '#000',
    buttonColorText: '#fff',
    borderRadius: '2px',
    buttonBorderRadius: '2px',
    fontFamily: 'Georgia, serif',
    fontSizeBase: '16px',
    fontWeightMedium: '500',
  },
}

test('default: of the whole vocabulary nothing is ignored, nor of an empty appearance', () => {
  expect(ignoredAppearance(EVERYTHING)).toEqual([])
  expect(ignoredAppearance({ theme: undefined, variables: undefined })).toEqual([])
})

test.each<[unknown, RegExp]>([
  ['night', /^appearance is "night" and is ignored\. Set an object with theme or /],
  [['night'], /^appearance is \["night"\] and is ignored\./],
  [{ theme: 'drak' }, /^appearance\.theme is "drak" and is ignored\. Use "auto" or "light" or "dark" /],
  [{ labels: 'below' }, /^appearance\.labels is "below" .* "above" or "floating"\.$/],
  [{ variable: {} }, /^appearance\.variable is ignored\. Use .* or variables or /],
  [{ variables: '#fff' }, /^appearance\.variables is "#fff" and is ignored\. Set an object\.$/],
  [{ variables: { colourText: 'red' } }, /^appearance\.variables\.colourText is ignored\. Use .*colorText /],
  [{ variables: { colorText: 'rde' } }, /^appearance\.variables\.colorText is "rde" .* an opaque colour\.$/],
  [{ variables: { borderRadius: 4 } }, /^appearance\.variables\.borderRadius is 4 .* a CSS value /],
])('ignoredAppearance: %j', (appearance, line) => {
  expect(ignoredAppearance(appearance)).toEqual([expect.stringMatching(line)])
})
