import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../src/define.ts'
import type { BillingAuthorise } from '../src/billing-authorise.ts'
import { mountedScreen } from './mounted-screen.ts'
import { SCREEN_NAMES } from './screens.ts'

beforeAll(() => page.viewport(520, 900))

async function becomes(element: BillingAuthorise, locale: string, width: number): Promise<void> {
  document.body.style.width = `${width}px`
  element.locale = locale
  await element.updateComplete
}

/** The controls. A heading that only takes the focus, to be read from there, is none. */
const INTERACTIVE = 'button, input, select, summary, a[href], [tabindex]:not([tabindex="-1"])'

function visible(element: BillingAuthorise, selector: string): HTMLElement[] {
  const found = [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])]
  return found.filter(each => each.checkVisibility() && each.closest('.visually-hidden') === null)
}

/** Targets below a finger's 24 px (WCAG 2.2, 2.5.8). The target of the email field is its whole row. */
function smallTargets(element: BillingAuthorise): string[] {
  return visible(element, INTERACTIVE)
    .map(target => (target.matches('.email') ? (target.closest('label') as HTMLElement) : target))
    .filter(target => {
      const { width, height } = target.getBoundingClientRect()
      return width < 24 || height < 24
    })
    .map(nameOf)
}

type Written = { in: string; parent: HTMLElement; box: DOMRect }

/** Every line of text, with the place of its letters. */
function writtenIn(element: BillingAuthorise): Written[] {
  const lines: Written[] = []
  const card = element.shadowRoot?.querySelector('.card') as HTMLElement
  const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement as HTMLElement
    const text = node.textContent?.trim() ?? ''
    if (!text || parent.closest('.visually-hidden, .monogram, .bone, option') || !parent.checkVisibility())
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects())
      if (box.width > 0) lines.push({ in: nameOf(parent), parent, box })
  }
  return lines
}

function nameOf(element: Element): string {
  return `${element.localName}.${element.className} ${element.textContent?.trim().slice(0, 24)}`
}

/** A letter's box is a little higher than the letter, so lines may touch, but not cover each other. */
const TOUCH = 3

function troubles(element: BillingAuthorise): string[] {
  const card = element.shadowRoot?.querySelector('.card') as HTMLElement
  const lines = writtenIn(element)
  const outside = lines.filter(({ parent, box }) => !isInside(parent, box))
  const cut = visible(element, '*').filter(each => {
    const { overflowX, overflowY } = getComputedStyle(each)
    const isCutX = overflowX !== 'visible' && each.scrollWidth > each.clientWidth
    const isCutY = overflowY !== 'visible' && each.scrollHeight > each.clientHeight + TOUCH
    return each.matches(':not(svg, svg *, input, select, .steps li, .legend)') && (isCutX || isCutY)
  })
  const covered = lines.filter((line, index) =>
    lines.slice(index + 1).some(other => other.in !== line.in && overlap(line.box, other.box)),
  )
  const fields = visible(element, 'input:not([type=range])').filter(
    field => field.scrollWidth > field.clientWidth || field.clientHeight < textHeight(field),
  )
  return [
    ...outside.map(line => `outside: ${line.in}`),
    ...cut.map(each => `cut: ${nameOf(each)}`),
    ...covered.map(line => `covered: ${line.in}`),
    ...fields.map(field => `cut: ${nameOf(field)}`),
    ...(card.scrollWidth > card.clientWidth ? ['the card scrolls'] : []),
    ...(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls'] : []),
  ]
}

/** Whether letters stay within every box around them, up to the card. */
function isInside(parent: HTMLElement, box: DOMRect): boolean {
  for (let around: HTMLElement | null = parent; around; around = around.parentElement) {
    if (/^(inline|contents)/.test(getComputedStyle(around).display)) continue
    const { left, right, top, bottom } = around.getBoundingClientRect()
    const isWide = box.left >= left - 2 && box.right <= right + 2
    if (!isWide || box.top < top - TOUCH || box.bottom > bottom + TOUCH) return false
  }
  return true
}

function overlap(a: DOMRect, b: DOMRect): boolean {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return wide > 1 && high > TOUCH
}

function textHeight(field: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(field).fontSize)
}

/** Imitates a browser that enlarges text alone: letters and lines double, boxes stay. */
function doubleText(element: BillingAuthorise): void {
  const all = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.card, .card *:not(svg *)') ?? [])]
  const sizes = all.map(each => {
    const { fontSize, lineHeight } = getComputedStyle(each)
    return [Number.parseFloat(fontSize), Number.parseFloat(lineHeight)] as const
  })
  for (const [index, each] of all.entries()) {
    const [size = 0, line = 0] = sizes[index] ?? []
    each.style.fontSize = `${size * 2}px`
    if (line > 0) each.style.lineHeight = `${line * 2}px`
  }
}

describe.each(SCREEN_NAMES)('%s', name => {
  const mounted = mountedScreen(name)

  afterEach(() => {
    document.body.style.width = ''
  })

  test('targets are at least 24 px, and at 320 px nothing is lost, cut or covered', async () => {
    const element = mounted()
    const found: string[] = []
    for (const [locale, width] of [
      ['en', 440],
      ['en', 320],
      ['de', 320],
      ['ar', 320],
    ] as const) {
      await becomes(element, locale, width)
      const here = [...smallTargets(element).map(target => `small: ${target}`), ...troubles(element)]
      found.push(...here.map(trouble => `${locale} ${width} ${trouble}`))
    }
    expect(found).toEqual([])
  })

  test('text at 200 %: nothing is lost, cut or covered', async () => {
    const element = mounted()
    const found: string[] = []
    for (const locale of ['en', 'de', 'ar']) {
      await becomes(element, locale, 440)
      doubleText(element)
      found.push(...troubles(element).map(trouble => `${locale} ${trouble}`))
      for (const each of element.shadowRoot?.querySelectorAll('[style]') ?? []) each.removeAttribute('style')
    }
    expect(found).toEqual([])
  })
})
