import { expect, test } from 'vitest'
import { speechOf } from './language.ts'

test.each([
  ['en', 'en', 'en', 'ltr'],
  ['en-GB', 'en', 'en', 'ltr'],
  ['en-ZA', 'en', 'en', 'ltr'],
  ['es', 'es', 'es', 'ltr'],
  ['es-MX', 'es', 'es-MX', 'ltr'],
  ['es-419', 'es', 'es-419', 'ltr'],
  ['fr-CA', 'fr', 'fr-CA', 'ltr'],
  ['de-CH', 'de', 'de-CH', 'ltr'],
  ['DE_at', 'de', 'de-AT', 'ltr'],
  ['pt-BR', 'pt', 'pt-BR', 'ltr'],
  ['zh-TW', 'zh', 'zh-TW', 'ltr'],
  ['zh-Hant-HK', 'zh', 'zh-HK', 'ltr'],
  ['ja-JP-u-ca-japanese', 'ja', 'ja-JP', 'ltr'],
  ['ar', 'ar', 'ar', 'rtl'],
  ['ar-EG', 'ar', 'ar', 'rtl'],
  ['he-IL', 'he', 'he', 'rtl'],
  ['iw', 'he', 'he', 'rtl'],
  [' it ', 'it', 'it', 'ltr'],
  ['sv', 'en', 'en', 'ltr'],
  ['nb-NO', 'en', 'en', 'ltr'],
  ['x', 'en', 'en', 'ltr'],
  ['constructor', 'en', 'en', 'ltr'],
  ['', 'en', 'en', 'ltr'],
  [null, 'en', 'en', 'ltr'],
  [undefined, 'en', 'en', 'ltr'],
] as const)('speechOf: %j is %s, written as in %s, %s', (tag, language, locale, direction) => {
  expect(speechOf(tag)).toEqual({ language, locale, direction })
})
