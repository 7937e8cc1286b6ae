import { describe, expect, test } from 'vitest'
import { LANGUAGES } from './language.ts'
import { loadWords } from './load-text.ts'

const OTHERS = LANGUAGES.filter(language => language !== 'en')
const MARKS = ['«1»', '«2»', '«3»']

/** Words that are a language's own although they are also English. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  es: ['presets.600', 'presets.3600'],
  fr: ['presets.600', 'presets.3600', 'pause'],
  pt: ['presets.600', 'presets.3600'],
  'pt-PT': ['presets.600', 'presets.3600'],
  it: ['presets.600', 'presets.3600', 'email'],
  nl: ['presets.600', 'details', 'escrow'],
}

/** Scripts of a language. Latin letters are left to names. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  zh: /\p{Script=Han}/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
}
const NAMES = /AUSD|Gas|QR|WalletConnect|MetaMask|Rabby|PDF|\p{L}+@[\p{L}.]+|«\d»/gu

describe.each(OTHERS)('%s', language => {
  test('says everything English says', async () => {
    const texts = textsOf(await loadWords(language))
    expect(keysOf(texts)).toEqual(keysOf(textsOf(await loadWords('en'))))
    for (const [key, { text }] of texts) expect([key, text.trim()]).toEqual([key, text])
    expect([...texts].filter(([, { text }]) => text === '').map(([key]) => key)).toEqual([])
  })

  test('leaves nothing in English', async () => {
    const [own, english] = [textsOf(await loadWords(language)), textsOf(await loadWords('en'))]
    const same = [...own].filter(([key, { text }]) => text === english.get(key)?.text).map(([key]) => key)
    expect(same.sort()).toEqual([...(SHARED[language] ?? [])].sort())
    const script = SCRIPTS[language]
    if (!script) return
    const foreign = [...own].filter(
      ([, { text }]) => !script.test(text) || /\p{Script=Latin}/u.test(text.replace(NAMES, '')),
    )
    expect(foreign).toEqual([])
  })

  test('puts in every value that English puts in, once', async () => {
    const [own, english] = [textsOf(await loadWords(language)), textsOf(await loadWords('en'))]
    const valuesOf = ({ text }: Said) => MARKS.filter(mark => text.split(mark).length === 2)
    for (const [key, said] of own) {
      const reference = english.get(key)
      expect([key, valuesOf(said)]).toEqual([key, reference && valuesOf(reference)])
    }
  })

  test('uses its own punctuation and no straight quotes or three dots', async () => {
    for (const [key, { text }] of textsOf(await loadWords(language))) {
      expect([key, /['"]|\.\.\.| {2}/.test(text)]).toEqual([key, false])
    }
  })
})

test('in Portugal one form of address, and no word of Brazil', async () => {
  const brazilian = /voc[eê]|medidor|celular|escane|acessar|\b(app|aba|tela|link)\b|^(Sua|Seu) |sua conexão/i
  const texts = [...textsOf(await loadWords('pt-PT'))]
  expect(texts.filter(([, { text }]) => brazilian.test(text))).toEqual([])
})

type Said = { text: string }

/** Every text by its path. Functions are called with marked values. */
function textsOf(words: unknown, path = ''): Map<string, Said> {
  if (typeof words === 'string') return new Map([[path, { text: words }]])
  if (typeof words === 'function') return new Map([[path, { text: words(...MARKS) }]])
  const inner = Object.entries(words as object).flatMap(([key, value]) => [
    ...textsOf(value, path === '' ? key : `${path}.${key}`),
  ])
  return new Map(inner)
}

function keysOf(texts: Map<string, Said>): string[] {
  return [...texts.keys()].sort()
}
