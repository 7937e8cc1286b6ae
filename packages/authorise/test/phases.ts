import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { arrives, authorises, button, reviews } from './person.ts'
import { type Stage, stage } from './stage.ts'

const stays = { attributes: { redirect: 'none' } }

/** Every screen of the element, each by a person's steps to it. */
export const PHASES: Record<string, () => Promise<Stage>> = {
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
    const here = stage({ wallet: { others: ['Another Wallet'] } })
    await button('Connect wallet').click()
    await expect.element(button('Example Wallet')).toBeVisible()
    return here
  },
  async connecting() {
    const here = stage()
    here.wallet.controls.hold()
    await button('Connect wallet').click()
    await arrives(here, 'connecting')
    return here
  },
  async signing_in() {
    const here = stage({ prepare: service => service.complete() })
    await arrives(here, 'complete')
    await button('Connect wallet').click()
    await arrives(here, 'signing_in')
    return here
  },
  async reviewing() {
    const here = stage()
    await reviews(here)
    await page.getByText('Details', { exact: false }).click()
    return here
  },
  async signing() {
    const here = stage()
    await reviews(here)
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
