import axe from 'axe-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { arrives, authorises, button, connects, signsIn } from './person.ts'
import { type Stage, stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const stays = { attributes: { redirect: 'none' } }

const PHASES: Record<string, () => Promise<Stage>> = {
  async loading() {
    return stage({ prepare: service => void service.hold(service.session.id) })
  },
  async unavailable() {
    const here = stage({ attributes: { session: 'cs_unknown' } })
    await arrives(here, 'unavailable')
    return here
  },
  async choosing() {
    const here = stage()
    await arrives(here, 'choosing')
    return here
  },
  async 'choosing a wallet'() {
    const here = stage()
    await button('Connect wallet').click()
    await expect.element(button('Example Wallet')).toBeVisible()
    return here
  },
  async connecting() {
    const here = stage()
    here.wallet.controls.hold()
    await button('Connect wallet').click()
    await button('Example Wallet').click()
    await arrives(here, 'connecting')
    return here
  },
  async signing_in() {
    const here = stage()
    await connects(here)
    return here
  },
  async reviewing() {
    const here = stage()
    await signsIn(here)
    await page.getByText('Details', { exact: false }).click()
    return here
  },
  async signing() {
    const here = stage()
    await signsIn(here)
    here.wallet.controls.hold()
    await button(/^Authorise/).click()
    await arrives(here, 'signing')
    return here
  },
  async opening() {
    const here = stage({ prepare: service => Object.assign(service, { pendingAnswers: 1_000 }) })
    await authorises(here)
    await arrives(here, 'opening')
    return here
  },
  async error() {
    const here = stage({ wallet: { balance: 0n } })
    await authorises(here)
    await arrives(here, 'error')
    return here
  },
  async complete() {
    const here = stage(stays)
    await authorises(here)
    await arrives(here, 'complete')
    await button('Stop').click()
    return here
  },
  async receipt() {
    const here = stage(stays)
    await authorises(here)
    await button('Stop').click()
    await button('Stop now').click()
    await expect.poll(() => here.element.meter).toBe('canceled')
    return here
  },
  async 'complete elsewhere'() {
    const here = stage({ prepare: service => service.complete() })
    await arrives(here, 'complete')
    return here
  },
  async expired() {
    const here = stage({ prepare: service => service.expire() })
    await arrives(here, 'expired')
    return here
  },
  async canceled() {
    const here = stage()
    await button('Cancel').click()
    await arrives(here, 'canceled')
    return here
  },
}

describe('accessible', () => {
  test.each(Object.keys(PHASES))('%s, light and dark', async name => {
    const here = await PHASES[name]?.()
    if (!here) throw new Error(`no phase ${name}`)
    for (const theme of ['light', 'dark'] as const) {
      here.element.theme = theme
      await here.element.updateComplete
      await rested(here)
      const { violations } = await axe.run(here.element, { rules: { region: { enabled: false } } })
      expect(violations.map(({ id, nodes }) => [theme, id, nodes.map(node => node.html)])).toEqual([])
    }
  })
})

/** Contrast is judged when nothing fades any more; what never rests is left out. */
async function rested({ element }: Stage): Promise<void> {
  const animations = element.shadowRoot?.getAnimations() ?? []
  const passing = animations.filter(
    animation => animation.effect?.getComputedTiming().iterations !== Infinity,
  )
  await Promise.allSettled(passing.map(animation => animation.finished))
}

describe('steady', () => {
  test('the button keeps its place and size from step to step, and through an error', async () => {
    const first = stage()
    await arrives(first, 'choosing')
    const place = placeOfButton(first)
    await connects(first)
    expect(placeOfButton(first)).toEqual(place)
    first.element.remove()
    const poor = stage({ wallet: { balance: 0n } })
    await signsIn(poor)
    expect(placeOfButton(poor)).toEqual(place)
    await button(/^Authorise/).click()
    await arrives(poor, 'error')
    expect(placeOfButton(poor)).toEqual(place)
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
    await button('30 days').click()
    const card = here.element.shadowRoot?.querySelector('.card') as HTMLElement
    expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth)
    document.body.style.width = ''
  })

  test('a logo that cannot be loaded disappears', async () => {
    const here = stage({ logoUrl: `${location.origin}/no-such-logo.png` })
    await arrives(here, 'choosing')
    await expect.poll(() => here.element.shadowRoot?.querySelector('img.logo')).toBeNull()
  })
})
