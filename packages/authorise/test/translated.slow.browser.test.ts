import axe from 'axe-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BillingAuthorise } from '../src/billing-authorise.ts'
import { LANGUAGES, type Language } from '../src/text/language.ts'
import { authorises, button } from './person.ts'
import { PHASES } from './phases.ts'
import { rested } from './rested.ts'
import { type Stage, stage } from './stage.ts'

const card = ({ shadowRoot }: BillingAuthorise) => shadowRoot?.querySelector('.card') as HTMLElement

/** English and Arabic are tested in every theme elsewhere. A language can break names, not colours. */
const WITH_AXE: readonly Language[] = ['he', 'de']

beforeEach(() => document.body.replaceChildren())
afterEach(() => {
  document.body.style.width = ''
})

// Each screen is reached once, in English. Then only the language changes.
test.each(Object.keys(PHASES))(
  '%s: in no language is anything cut off, run over or without a name',
  async name => {
    const here = await (PHASES[name] as () => Promise<Stage>)()
    here.element.theme = 'light'
    const found: unknown[] = []
    for (const locale of LANGUAGES) {
      here.element.locale = locale
      await here.element.updateComplete
      expect(card(here.element).lang).toBe(locale)
      for (const width of [320, 440]) {
        document.body.style.width = `${width}px`
        await rested(here.element)
        for (const trouble of overfull(card(here.element))) found.push([locale, width, trouble])
      }
      if (!WITH_AXE.includes(locale)) continue
      const { violations } = await axe.run(here.element, {
        resultTypes: ['violations'],
        rules: { region: { enabled: false } },
      })
      for (const { id, nodes } of violations) found.push([locale, id, nodes.map(node => node.html)])
    }
    expect(found).toEqual([])
  },
)

test.each([280, 320, 360])('at %i px no language breaks a word of the meter’s buttons', async width => {
  document.body.style.width = `${width}px`
  const here = stage({ attributes: { redirect: 'none', 'extend-url': 'https://shop.example/extend' } })
  await authorises(here)
  await expect.poll(() => here.element.meter).toBe('running')
  const found: unknown[] = []
  const look = async () => {
    for (const locale of LANGUAGES) {
      here.element.locale = locale
      await here.element.updateComplete
      await rested(here.element)
      const broken = brokenWords(card(here.element))
      if (broken.length > 0) found.push([locale, broken])
      for (const trouble of overfull(card(here.element))) found.push([locale, trouble])
    }
  }
  await look()
  here.element.locale = 'en'
  await button('Stop').click()
  await look()
  expect(found).toEqual([])
})

/** The words of the buttons that stand on more than one line. */
function brokenWords(root: HTMLElement): string[] {
  const found: string[] = []
  for (const place of root.querySelectorAll('button, summary')) {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        // Japanese and Chinese break between any characters.
        if (lines.size > 1 && !/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u.test(word)) found.push(word)
      }
    }
  }
  return found
}

/** Icon buttons at the end of a row exceed it by this much, so that the icon and not its target ends the row. */
const OVERHANG = 6

/** Parts that do not fit: wider than their place, or into the card's edge. */
function overfull(root: HTMLElement): string[] {
  const edge = root.getBoundingClientRect()
  return [...root.querySelectorAll<HTMLElement>('*')]
    .filter(
      node =>
        node.checkVisibility() &&
        !node.closest('.visually-hidden') &&
        node.namespaceURI === root.namespaceURI,
    )
    .filter(node => {
      const { left, right, width } = node.getBoundingClientRect()
      const isInline = getComputedStyle(node).display === 'inline'
      const isCut = !isInline && node.clientWidth > 0 && node.scrollWidth > node.clientWidth + OVERHANG + 1
      return width > 0 && (isCut || left < edge.left + OVERHANG || right > edge.right - OVERHANG)
    })
    .map(node => `${node.className || node.localName}: ${node.textContent?.trim().slice(0, 60)}`)
}
