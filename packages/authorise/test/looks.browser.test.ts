import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Ports } from '../src/ports.ts'
import { arrives, button, connects, reviews } from './person.ts'
import { type Stage, stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

test('an icon that a wallet announces and no browser can draw is away, before the wallet is connected, too', async () => {
  const findWallets: Ports['findWallets'] = found => {
    found([{ id: 'example.broken', name: 'Broken', icon: 'data:image/svg+xml,<svg/>' }])
    return () => undefined
  }
  const here = stage({ ports: { findWallets } })
  await expect.poll(() => here.element.shadowRoot?.querySelector('.tiles img')).not.toBeNull()
  const icon = here.element.shadowRoot?.querySelector('.tiles img') as HTMLElement
  await expect.poll(() => icon.checkVisibility()).toBe(false)
})

describe('steady', () => {
  test('the button keeps its place and size from step to step, and through an error', async () => {
    const first = stage()
    await arrives(first, 'choosing')
    const place = placeOfButton(first)
    await connects(first)
    expect(placeOfButton(first)).toEqual(place)
    first.element.remove()
    const refused = stage()
    refused.wallet.controls.answer('typed_data', 'reject')
    await reviews(refused)
    expect(placeOfButton(refused)).toEqual(place)
    await button(/^Authorise/).click()
    await arrives(refused, 'error')
    expect(placeOfButton(refused)).toEqual(place)
  })

  test.each([320, 440])('nothing moves when the session arrives, at %i px', async width => {
    document.body.style.width = `${width}px`
    let release = () => {}
    const here = stage({
      prepare: service => {
        release = service.hold(service.session.id)
      },
    })
    await here.element.updateComplete
    const [place, height] = [placeOfButton(here), here.element.offsetHeight]
    release()
    await arrives(here, 'choosing')
    await here.element.updateComplete
    expect([placeOfButton(here), here.element.offsetHeight]).toEqual([place, height])
    document.body.style.width = ''
  })

  function placeOfButton({ element }: Stage) {
    const primary = element.renderRoot.querySelector('.primary')
    if (!primary) throw new Error('no button')
    const { x, y, width, height } = primary.getBoundingClientRect()
    return { x, y: y + scrollY, width, height }
  }

  test.each([280, 320, 440, 960])('nothing is cut off at %i px', async width => {
    document.body.style.width = `${width}px`
    const here = stage({ rate: '123456789012345.000000000000000001' })
    await page.getByRole('radio', { name: '30 days' }).click()
    const card = here.element.shadowRoot?.querySelector('.card') as HTMLElement
    expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth)
    document.body.style.width = ''
  })

  test.each([
    ['1', '$3,600.00'],
    ['0.000000001', '$0.0000036'],
    ['98765.4321', '$355,555,555.56'],
    ['12345.678901', '$44,444,444.0436'],
    ['1234567.123456', '$4,444,441,644.4416'],
  ])('a figure stays in one line at 320 px: %s a second', async (rate, shown) => {
    document.body.style.width = '320px'
    const here = stage({ rate })
    await expect.poll(() => figureOf(here).textContent?.trim()).toBe(shown)
    expect(new Set([...figureOf(here).getClientRects()].map(({ top }) => top)).size).toBe(1)
    document.body.style.width = ''
  })

  const figureOf = ({ element }: Stage) => element.shadowRoot?.querySelector('.hero .digits') as HTMLElement

  test('a logo that cannot be loaded disappears', async () => {
    const here = stage({ logoUrl: `${location.origin}/no-such-logo.png` })
    await arrives(here, 'choosing')
    await expect.poll(() => here.element.shadowRoot?.querySelector('img.logo')).toBeNull()
  })
})
