import { expect, test } from 'vitest'
import { pack, shapeOf } from '../build/pack-words.ts'
import { unpackWords } from '../build/unpack-words.ts'
import { words as en } from '../src/text/en.ts'
import { LANGUAGES } from '../src/text/language.ts'
import { loadWords } from '../src/text/load-text.ts'

test.each(LANGUAGES)('pack: %s comes back as it was', async language => {
  const words = await loadWords(language)
  const shape = shapeOf(en)
  expect(said(unpackWords(pack(words, shape), shape))).toEqual(said(words))
})

test('pack: refuses what is no text', () => {
  const shape = shapeOf({ one: '', two: '' })
  expect(() => pack({ one: 'x' }, shape)).toThrow('No text to pack')
  expect(() => pack({ one: 'x', two: 'a\nb' }, shape)).toThrow('No text to pack')
})

/** Functions as what they say. */
function said(words: unknown): unknown {
  if (typeof words === 'function') return ['says', words('$1', '$&', '{2}')]
  if (typeof words !== 'object' || words === null) return words
  if (Array.isArray(words)) return words.map(said)
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, said(value)]))
}
