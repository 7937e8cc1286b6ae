import { expect, test } from 'vitest'
import { words as de } from './de.ts'
import { words as en } from './en.ts'
import { LANGUAGES, speechOf } from './language.ts'
import { loadText, loadWords, textFrom } from './load-text.ts'

test.each(LANGUAGES)('loadText: %s', async language => {
  const text = await loadText(speechOf(language))
  expect(text).toMatchObject(speechOf(language))
})

test('loadText: the words of the language, the figures of the region', async () => {
  expect(await loadText(speechOf('de-CH'))).toEqual({
    ...de,
    language: 'de',
    locale: 'de-CH',
    direction: 'ltr',
  })
})

test('loadText: English, as English, where a language cannot be loaded', async () => {
  const load = async (language: string) => {
    if (language !== 'en') throw new TypeError('Failed to fetch dynamically imported module')
    return en
  }
  expect(await loadText(speechOf('ar'), load)).toEqual({
    ...en,
    language: 'en',
    locale: 'en',
    direction: 'ltr',
  })
})

test('loadText: rejects where nothing can be loaded', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  await expect(loadText(speechOf('ar'), () => Promise.reject(cause))).rejects.toBe(cause)
})

test('textFrom: right-to-left sentences keep their values together, others stay as they are', async () => {
  const arabic = textFrom(await loadWords('ar'), speechOf('ar'))
  expect(arabic.authorise('$0.9972')).toBe('الموافقة على \u2068$0.9972\u2069')
  expect(arabic.rates.hour('$1.00')).toBe('\u2068$1.00\u2069 في الساعة')
  expect(arabic.advice.start_anew('Northwind (UK)')).toContain('\u2068Northwind (UK)\u2069')
  expect(textFrom(en, speechOf('en')).advice.start_anew('Northwind (UK)')).toBe(
    'Go back to Northwind (UK) to start a new one.',
  )
})
