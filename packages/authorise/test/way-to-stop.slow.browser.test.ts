import { testEscrowAddress } from '@per-second/contracts/addresses'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { encodeStop } from '../src/wallet/encode-stop.ts'
import { callsTo } from './asked.ts'
import { arrives, button } from './person.ts'
import { connectsTo, press, says, signsInVain, type Watched, watched } from './signed-here.ts'

beforeEach(() => document.body.replaceChildren())

const stops = () => button('Stop on the network')

test('behaviour: a service whose figures are refused can still receive a Stop', async () => {
  const { here } = watched()
  await connectsTo(here)
  await press(here)
  await expect.poll(() => here.element.meter).toBe('running')
  here.service.lie = (answer, path) => {
    if (path.startsWith('/subscriptions/')) answer.settled_usd = '0.9972'
  }
  await button('Stop').click()
  await says(here, 'The service’s figures do not match what you signed.')
  await button('Stop now').click()
  await expect.poll(() => callsTo(here, '/cancel').length).toBe(1)
})

test('behaviour: a Stop without a response offers another way after ten seconds', async () => {
  const { here, lock } = watched()
  await connectsTo(here)
  await press(here)
  await expect.poll(() => here.element.meter).toBe('running')
  here.service.hold('/cancel')
  await button('Stop').click()
  await expect.element(button('Stop now')).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    here.element.shadowRoot?.querySelector<HTMLElement>('.confirm .danger')?.click()
    await vi.advanceTimersByTimeAsync(10_000)
  } finally {
    vi.useRealTimers()
  }
  await stops().click()
  await says(here, 'Stopped on the network.')
  const terms = lock()?.terms
  expect(here.wallet.controls.transactions).toEqual([
    { to: testEscrowAddress, data: terms && encodeStop(terms) },
  ])
})

/** The service has the signature and does not report the meter. The escrow is known to hold the deposit. */
async function isKnown(watch: Watched): Promise<void> {
  await signsInVain(watch)
  watch.here.wallet.controls.setOpening({ isKnown: true, isNonceUsed: true })
  const { open_by } = watch.lock()?.terms ?? { open_by: Number.NaN }
  watch.clock.now = open_by
  await watch.here.element.refresh()
  await says(watch.here, '$0.9972 is held safely for this order.')
}

describe('stopping on the chain', () => {
  test('default: is shown once it is sent, and offered once', async () => {
    const watch = watched()
    await isKnown(watch)
    await stops().click()
    await says(watch.here, 'Stopped on the network.')
    expect(stops().query()).toBeNull()
  })

  test('behaviour: after a reload the wallet is resumed', async () => {
    const watch = watched()
    await isKnown(watch)
    watch.here.service.fail({ path: '/authorise', status: 400, code: 'draft_invalid' })
    const again = watch.here.reload()
    await arrives(again, 'error')
    await stops().click()
    await says(again, 'Stopped on the network.')
    const { lock, here } = watch
    const terms = lock()?.terms
    expect(here.wallet.controls.transactions).toEqual([
      { to: testEscrowAddress, data: terms && encodeStop(terms) },
    ])
  })

  test('behaviour: a meter that runs is stopped though the service is gone since', async () => {
    const { here, lock } = watched()
    await connectsTo(here)
    await press(here)
    await expect.poll(() => here.element.meter).toBe('running')
    here.service.fail({ path: `/${here.service.session.id}`, status: 404, code: 'resource_missing' })
    const again = here.reload()
    await arrives(again, 'unavailable')
    await stops().click()
    await says(again, 'Stopped on the network.')
    const terms = lock()?.terms
    expect(here.wallet.controls.transactions).toEqual([
      { to: testEscrowAddress, data: terms && encodeStop(terms) },
    ])
  })

  test('behaviour: on the signed chain, with any later report of the service', async () => {
    const watch = watched()
    await isKnown(watch)
    const { here } = watch
    here.wallet.controls.changeChain(11_155_111)
    Object.assign(here.service.chain, { chain_id: 11_155_111, name: 'Sepolia' })
    here.service.fail({ path: '/authorise', status: 400, code: 'draft_invalid' })
    const again = here.reload()
    await arrives(again, 'error')
    await stops().click()
    await says(again, 'Stopped on the network.')
    expect(here.wallet.controls.prompts.filter(prompt => prompt === 'switch').length).toBe(1)
  })

  test.each(['error', 'canceled', 'expired'] as const)(
    'error: what went wrong is said, from %s',
    async phase => {
      const watch = watched()
      const { here } = watch
      await isKnown(watch)
      if (phase === 'canceled') await button('Cancel').click()
      if (phase === 'expired') {
        here.service.expire()
        await here.element.refresh()
      }
      await arrives(here, phase)
      here.wallet.controls.answer('transaction', 'reject')
      await stops().click()
      await says(here, 'You declined in your wallet.')
      here.wallet.controls.answer('transaction', 'approve')
      await stops().click()
      await says(here, 'Stopped on the network.')
    },
  )
})

describe('a meter that the service does not stop', () => {
  test('behaviour: is stopped on-chain if Stop gets no response', async () => {
    const { here } = watched()
    await connectsTo(here)
    await press(here)
    await expect.poll(() => here.element.meter).toBe('running')
    expect(stops().query()).toBeNull()
    for (let time = 0; time < 3; time++) here.service.fail({ path: '/cancel', lost: 'before' })
    await button('Stop').click()
    await button('Stop now').click()
    await expect.element(stops()).toBeVisible()
    await stops().click()
    await says(here, 'Stopped on the network.')
  })

  test('behaviour: also if its figures are refused', async () => {
    const { here } = watched()
    await connectsTo(here)
    await press(here)
    await expect.poll(() => here.element.meter).toBe('running')
    here.service.lie = (answer, path) => {
      if (path.startsWith('/subscriptions/')) answer.settled_usd = '0.9972'
    }
    const again = here.reload()
    await arrives(again, 'complete')
    await stops().click()
    await says(again, 'Stopped on the network.')
    expect(again.element.meter).toBeNull()
  })
})

test('behaviour: a service that reports expired and opens the meter all the same is detected, also after a reload', async () => {
  const watch = watched()
  const { here } = watch
  await signsInVain(watch)
  here.service.expire()
  const again = here.reload()
  await arrives(again, 'expired')
  await says(again, 'You have signed for at most $0.9972.')
  here.wallet.controls.setOpening({ isKnown: true, isNonceUsed: true })
  await again.element.refresh()
  await stops().click()
  await says(again, 'Stopped on the network.')
})
