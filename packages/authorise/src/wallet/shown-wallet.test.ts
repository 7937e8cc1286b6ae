import { expect, test } from 'vitest'
import { shownIcon, shownName } from './shown-wallet.ts'

test.each([
  ['MetaMask', 'MetaMask'],
  ['  Two\n words\t', 'Two words'],
  ['Right\u202Eleft \u200Bto', 'Right left to'],
  ['a'.repeat(40), 'a'.repeat(40)],
  ['a'.repeat(5_000), `${'a'.repeat(39)}…`],
  ['🦊'.repeat(41), `${'🦊'.repeat(39)}…`],
  [' \u200B ', ''],
])('the name %j is shown as %j', (name, shown) => expect(shownName(name)).toBe(shown))

test.each([
  ['data:image/png;base64,AAAA', true],
  [' data:image/svg+xml,%3Csvg%3E', true],
  ['data:image/svg+xml;utf8,<svg>', true],
  ['data:text/html,<b>', false],
  ['data:image/x-unknown;base64,AAAA', false],
  ['https://wallet.example/icon.png', false],
  [`data:image/png;base64,${'A'.repeat(300_000)}`, false],
])('the icon %.40s is shown: %s', (icon, isShown) => {
  expect(shownIcon(icon)).toBe(isShown ? icon.trim() : null)
})

test('a wallet without an icon has none', () => expect(shownIcon(undefined)).toBeNull())
