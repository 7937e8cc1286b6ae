import axe from 'axe-core'
import { afterEach, describe, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import '../src/define.ts'
import type { BillingAuthorise } from '../src/billing-authorise.ts'
import { mountedScreen } from './mounted-screen.ts'
import { rested } from './rested.ts'
import { SCREEN_NAMES, showScreen } from './screens.ts'

afterEach(() => emulates({}))

/** Media features of the whole page, until the next call. */
async function emulates(features: Record<string, string>): Promise<void> {
  const named = Object.entries(features).map(([name, value]) => ({ name, value }))
  await cdp().send('Emulation.setEmulatedMedia', { features: named })
}

describe.each(SCREEN_NAMES)('%s', name => {
  const mounted = mountedScreen(name)

  test('axe finds nothing: light, dark and forced colours, left to right and right to left', async () => {
    const element = mounted()
    const found: unknown[] = []
    for (const locale of ['ar', 'en']) {
      element.locale = locale
      for (const look of ['light', 'dark', 'forced'] as const) {
        element.theme = look === 'forced' ? 'auto' : look
        await emulates(look === 'forced' ? { 'forced-colors': 'active' } : {})
        await rested(element)
        const { violations } = await axe.run(element, {
          resultTypes: ['violations'],
          rules: { region: { enabled: false }, 'target-size': { enabled: true } },
        })
        for (const { id, nodes } of violations) found.push([locale, look, id, nodes.map(({ html }) => html)])
      }
    }
    expect(found).toEqual([])
  })

  test('the page keeps its landmarks: its header and its footer stay the only ones', async () => {
    const element = mounted()
    const around = ['header', 'footer'].map(name => document.body.appendChild(document.createElement(name)))
    await rested(element)
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      runOnly: [
        'landmark-no-duplicate-banner',
        'landmark-no-duplicate-contentinfo',
        'landmark-no-duplicate-main',
        'landmark-unique',
      ],
    })
    for (const each of around) each.remove()
    expect(violations.map(({ id }) => id)).toEqual([])
  })

  test('the focused control has a contrasting ring, and reduced motion shows no animation', async () => {
    const element = mounted()
    const found: string[] = []
    for (const theme of ['light', 'dark'] as const) {
      element.theme = theme
      await rested(element)
      for (const stop of stopsOf(element)) {
        // An element that already has the focus keeps the ring, or none, from when it got it.
        stop.blur()
        stop.focus({ focusVisible: true } as FocusOptions)
        const ring = ringOf(stop)
        if (!ring.isDrawn || ring.contrast < 3)
          found.push(`${theme} ${stop.className} ${JSON.stringify(ring)}`)
      }
    }
    await emulates({ 'prefers-reduced-motion': 'reduce' })
    const moving = element.shadowRoot?.getAnimations() ?? []
    found.push(...moving.map(({ effect }) => `moves: ${(effect as KeyframeEffect).target?.className}`))
    expect(found).toEqual([])
  })
})

test('in forced colours the steps keep their names, and the bar shows how far it is', async () => {
  const element = document.body.appendChild(document.createElement('billing-authorise'))
  await emulates({ 'forced-colors': 'active' })
  const checkout = await showScreen(element, 'choosing')
  await rested(element)
  const within = [...(element.shadowRoot?.querySelectorAll('.steps li') ?? [])].map(step => {
    const name = step.querySelector('.step-name')?.getBoundingClientRect()
    return name !== undefined && name.bottom <= step.getBoundingClientRect().bottom + 1
  })
  expect(within).toEqual([true, true, true])
  checkout.stop()
  const running = await showScreen(element, 'meter-running')
  await rested(element)
  const bar = element.shadowRoot?.querySelector('.bar') as Element
  // With forced colours, a full and an empty bar look the same.
  expect(getComputedStyle(bar).getPropertyValue('forced-color-adjust')).toBe('none')
  running.stop()
  element.remove()
})

test('the slider wears its ring on the thumb', async () => {
  const element = document.body.appendChild(document.createElement('billing-authorise'))
  const checkout = await showScreen(element, 'choosing')
  const rules = element.shadowRoot?.adoptedStyleSheets.flatMap(sheet => [...sheet.cssRules]) as CSSStyleRule[]
  const ring = rules.find(rule => rule.selectorText === '.slider:focus-visible::-webkit-slider-thumb')
  expect([ring?.style.outline, ring?.style.outlineOffset]).toEqual(['2px solid var(--_accent)', '2px'])
  checkout.stop()
  element.remove()
})

function stopsOf({ shadowRoot }: BillingAuthorise): HTMLElement[] {
  const stops = [
    ...(shadowRoot?.querySelectorAll<HTMLElement>('button, input:not(.slider), select, summary, a[href]') ??
      []),
  ]
  return stops.filter(stop => stop.checkVisibility() && !stop.matches(':disabled'))
}

/** The ring around a focused control, or around the row or part that draws it. */
function ringOf(stop: HTMLElement): { isDrawn: boolean; contrast: number } {
  const row = stop.closest('.field')
  const style = getComputedStyle(row ?? stop)
  const card = getComputedStyle(stop.closest('.card') as Element)
  return {
    isDrawn: style.outlineStyle === 'solid' && style.outlineWidth === '2px' && style.outlineOffset === '2px',
    contrast: contrast(style.outlineColor, card.backgroundColor),
  }
}

/** WCAG 2.2, contrast ratio of two opaque `rgb()` colours. */
function contrast(one: string, other: string): number {
  const [a = 0, b = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x)
  return (a + 0.05) / (b + 0.05)
}

function luminance(colour: string): number {
  const channels = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(level => {
    const share = Number(level) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
