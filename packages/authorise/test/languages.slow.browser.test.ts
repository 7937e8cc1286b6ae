import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { BillingAuthorise } from '../src/billing-authorise.ts'
import { formatDuration } from '../src/format/format-duration.ts'
import { words as en } from '../src/text/en.ts'
import type { Language } from '../src/text/language.ts'
import { loadWords } from '../src/text/load-text.ts'
import { arrives, connects, reviews } from './person.ts'
import { type Stage, stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())
afterEach(() => {
  document.documentElement.lang = 'en'
  document.body.style.width = ''
})

const card = ({ element }: { element: BillingAuthorise }) =>
  element.shadowRoot?.querySelector('.card') as HTMLElement
const primary = (here: Stage) => card(here).querySelector('.primary')?.textContent?.trim()
const isolates = /[\u2066-\u2069]/g

describe('which language', () => {
  test('default: the closest lang around the element', async () => {
    document.documentElement.lang = 'nl'
    const inner = document.body.appendChild(document.createElement('div'))
    inner.lang = 'fr-CA'
    const here = stage()
    inner.append(here.element)
    await arrives(here, 'choosing')
    await expect.poll(() => primary(here)).toBe('Connecter le portefeuille')
    expect([card(here).lang, card(here).dir]).toEqual(['fr', 'ltr'])
  })

  test('behaviour: across shadow roots', async () => {
    const host = document.body.appendChild(document.createElement('section'))
    host.lang = 'it'
    const here = stage()
    host.attachShadow({ mode: 'open' }).append(here.element)
    await expect.poll(() => primary(here)).toBe('Connetti wallet')
  })

  test('behaviour: locale wins over the page, and the page over the browser', async () => {
    document.documentElement.lang = 'nl'
    const here = stage({ attributes: { locale: 'pt-BR' } })
    await expect.poll(() => primary(here)).toBe('Conectar carteira')
    here.element.removeAttribute('locale')
    await expect.poll(() => primary(here)).toBe('Wallet verbinden')
    document.documentElement.removeAttribute('lang')
    await expect.poll(() => primary(here)).toBe('Connect wallet')
  })

  test('behaviour: an unknown language is English', async () => {
    document.documentElement.lang = 'de'
    const here = stage({ attributes: { locale: 'sv' } })
    await expect.poll(() => primary(here)).toBe('Connect wallet')
    expect(card(here).lang).toBe('en')
  })

  test('behaviour: follows the page live', async () => {
    const here = stage()
    await expect.poll(() => primary(here)).toBe('Connect wallet')
    document.documentElement.lang = 'ja'
    await expect.poll(() => primary(here)).toBe('ウォレットを接続')
  })
})

describe('switching', () => {
  test('behaviour: live, in the middle of it, losing nothing', async () => {
    const here = stage()
    await reviews(here)
    await userEvent.fill(card(here).querySelector('.amount') as HTMLInputElement, '90')
    for (const [locale, label] of [
      ['de', '89,748\u00a0$ freigeben'],
      ['ar', 'الموافقة على $89.748'],
      ['zh-TW', 'Authorise $89.748'],
      ['en', 'Authorise $89.748'],
    ] as const) {
      here.element.setAttribute('locale', locale)
      await expect.poll(() => primary(here)?.replace(isolates, '')).toBe(label)
      expect(here.element.phase).toBe('reviewing')
      expect(card(here).querySelector<HTMLInputElement>('.amount')?.value).toBe('90')
    }
  })

  test('behaviour: the last requested language is shown, in any order of arrival', async () => {
    const held = new Map<Language, PromiseWithResolvers<void>>()
    const here = stage({
      ports: {
        loadWords: async language => {
          await held.get(language)?.promise
          return loadWords(language)
        },
      },
    })
    await expect.poll(() => primary(here)).toBe('Connect wallet')
    held.set('de', Promise.withResolvers())
    here.element.locale = 'de'
    await expect.poll(() => primary(here)).toBe('Connect wallet')
    here.element.locale = 'es'
    await expect.poll(() => primary(here)).toBe('Conectar billetera')
    held.get('de')?.resolve()
    await here.element.updateComplete
    await new Promise(requestAnimationFrame)
    expect(primary(here)).toBe('Conectar billetera')
  })
})

describe('before the words are there', () => {
  test('behaviour: bones without a word, in the right direction, and the words in their places', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const here = stage({
      attributes: { locale: 'he' },
      ports: {
        loadWords: async language => {
          await promise
          return loadWords(language)
        },
      },
    })
    await arrives(here, 'choosing')
    expect([card(here).lang, card(here).dir]).toEqual(['he', 'rtl'])
    const said = [...card(here).querySelectorAll('*')].filter(
      node => node.childElementCount === 0 && node.textContent?.trim() && !node.closest('[aria-hidden]'),
    )
    expect(said).toEqual([])
    resolve()
    await expect.poll(() => primary(here)).toBe('חיבור ארנק')
  })

  test.each([320, 440])('behaviour: nothing moves when they arrive, at %i px', async width => {
    document.body.style.width = `${width}px`
    const { promise, resolve } = Promise.withResolvers<void>()
    const here = stage({
      prepare: service => void service.hold(service.session.id),
      ports: {
        loadWords: async language => {
          await promise
          return loadWords(language)
        },
      },
    })
    const placesOf = () =>
      ['.hero', '.identity', '.primary', '.message', '.foot'].map(name => {
        const { y, height } = (card(here).querySelector(name) as HTMLElement).getBoundingClientRect()
        return [name, y, height]
      })
    await expect.poll(() => card(here)).not.toBeNull()
    const before = placesOf()
    resolve()
    await expect.poll(() => primary(here)).toBe('Connect wallet')
    expect(placesOf()).toEqual(before)
  })

  test('error: a language that cannot be loaded is English, and an event reports it', async () => {
    const here = stage({
      attributes: { locale: 'ar' },
      ports: {
        loadWords: async language => {
          if (language !== 'en') throw new TypeError('Failed to fetch dynamically imported module')
          return en
        },
      },
    })
    await expect.poll(() => primary(here)).toBe('Connect wallet')
    expect([card(here).lang, card(here).dir]).toEqual(['en', 'ltr'])
    await arrives(here, 'choosing')
    await here.element.updateComplete
    expect(here.events.map(event => event.type).toSorted()).toEqual([
      ...['billing-authorise-error', 'billing-authorise-ready'],
    ])
  })

  test('error: no language at all is tried again until there is one', async () => {
    let failures = 2
    const here = stage({
      ports: {
        loadWords: async language => {
          if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
          return loadWords(language)
        },
      },
    })
    await expect.poll(() => primary(here)).toBe('Connect wallet')
  })

  test('error: a moved element gets one, too', async () => {
    let loads = 0
    const here = stage({
      ports: {
        loadWords: async language => {
          if (loads++ === 0) throw new TypeError('Failed to fetch dynamically imported module')
          return loadWords(language)
        },
      },
    })
    await expect.poll(() => loads).toBe(1)
    document.body.appendChild(document.createElement('section')).append(here.element)
    await expect.poll(() => primary(here)).toBe('Connect wallet')
  })
})

describe('right to left', () => {
  test('behaviour: an amount and an address are read as everywhere', async () => {
    const here = stage({ attributes: { locale: 'he' } })
    here.element.locale = 'en'
    await connects(here)
    here.element.locale = 'he'
    await expect.poll(() => card(here).dir).toBe('rtl')
    const places = [...card(here).querySelectorAll('.hero .digits > span')].map(
      digit => digit.getBoundingClientRect().x,
    )
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(card(here).querySelector('.hero .figure')?.textContent?.trim()).toBe('$0.9972')
    const address = card(here).querySelector('.address bdi') as HTMLElement
    expect(getComputedStyle(address).direction).toBe('ltr')
    const hero = card(here).querySelector('.hero') as HTMLElement
    const last = card(here).querySelector('.hero .digits') as HTMLElement
    expect(hero.getBoundingClientRect().right - last.getBoundingClientRect().right).toBeLessThan(4)
  })

  test('behaviour: arrows are mirrored, and an open disclosure points down', async () => {
    const here = stage({ attributes: { locale: 'ar' } })
    await expect.poll(() => card(here).querySelector('summary')).not.toBeNull()
    const transformOf = (name: string) => {
      const drawn = card(here).querySelector(name) as Element
      return getComputedStyle(drawn).transform
    }
    expect([
      transformOf('summary .icon'),
      transformOf('.facts li:last-child .icon'),
      transformOf('.identity .icon'),
    ]).toEqual(['matrix(-1, 0, 0, 1, 0, 0)', 'matrix(-1, 0, 0, 1, 0, 0)', 'none'])
    ;(card(here).querySelector('details') as HTMLDetailsElement).open = true
    await expect.poll(() => transformOf('summary .icon')).toBe('matrix(0, 1, -1, 0, 0, 0)')
  })

  test('behaviour: the arrow that points onwards makes it longer', async () => {
    // The chunk that the focus loads has arrived by the next key, as it has for a person.
    await Promise.all([import('../src/view/screens.ts'), loadWords('ar')])
    const here = stage({ attributes: { locale: 'ar' } })
    await expect.poll(() => card(here).querySelector('input.slider')).not.toBeNull()
    const slider = card(here).querySelector('input.slider') as HTMLInputElement
    slider.focus()
    await userEvent.keyboard('{ArrowLeft}')
    const value = () => slider.getAttribute('aria-valuetext')?.replace(isolates, '')
    const said = (seconds: number, amount: string) =>
      `${formatDuration(seconds, { language: 'ar' })}، ${amount} كحد أقصى`
    await expect.poll(value).toBe(said(5_400, '$1.4958'))
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.poll(value).toBe(said(3_300, '$0.9141'))
  })
})

test('behaviour: in a narrow column no fact breaks within a word', async () => {
  const here = stage()
  const facts = () => card(here).querySelector('[part=facts]')
  const broken: string[] = []
  for (const language of ['en', 'es', 'fr', 'de', 'pt', 'it', 'nl', 'ar', 'he']) {
    here.element.locale = language
    await expect.poll(() => facts()?.closest<HTMLElement>('[lang]')?.lang).toBe(language)
    for (const width of [337, 320, 300, 280]) {
      document.body.style.width = `${width}px`
      broken.push(...brokenWords(facts() as Element).map(word => `${width} ${word}`))
    }
  }
  expect(broken).toEqual([])
})

/** The words whose letters stand on more than one line. */
function brokenWords(place: Element): string[] {
  const range = document.createRange()
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { 0: word, index } of text.textContent?.matchAll(/\S+/g) ?? []) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
    }
  return broken
}
