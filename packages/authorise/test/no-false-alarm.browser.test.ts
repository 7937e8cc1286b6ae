import { liveEscrowAddress } from '@per-second/contracts/addresses'
import { AUSD_ADDRESS } from '@per-second/protocol/chains'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrives, button, heard } from './person.ts'
import {
  connectsTo,
  press,
  says,
  type Watched,
  type WatchedOptions,
  watched,
  wordsOf,
} from './signed-here.ts'
import type { Stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const spent = ({ element }: Stage) => element.shadowRoot?.querySelector('[part~=spent]')?.textContent?.trim()

async function running(options: WatchedOptions = {}): Promise<Watched> {
  const watch = watched(options)
  const { here, clock } = watch
  here.wallet.controls.setLatestBlockTimestamp(clock.now)
  here.service.frozen = true
  await connectsTo(here)
  await press(here)
  await arrives(here, 'complete')
  return watch
}

async function reads(here: Stage, figure: string): Promise<void> {
  await here.element.refresh()
  await expect.poll(() => spent(here)).toBe(figure)
  expect([heard(here).includes('error'), wordsOf(here).includes('Checked against your signature')]).toEqual([
    false,
    true,
  ])
}

describe('no false alarm', () => {
  test('default: time travel of the embedded chain, with any device clock', async () => {
    const { here, clock } = await running()
    here.service.use(3_600)
    clock.now -= 86_400
    await reads(here, '$0.997200')
  })

  test('behaviour: a pause, a frozen clock, and the seconds after it', async () => {
    const { here } = await running()
    here.service.use(100)
    await reads(here, '$0.027700')
    await button('Pause').click()
    await expect.poll(() => here.element.meter).toBe('paused')
    here.service.ahead += 3_000
    await reads(here, '$0.027700')
    await button('Resume').click()
    here.service.use(200)
    await reads(here, '$0.055400')
  })

  test('behaviour: up to two minutes of slack, after a reload as well', async () => {
    const { here } = await running()
    Object.assign(here.service.subscription ?? {}, { elapsed_seconds: 115 })
    await reads(here, '$0.031855')
    const again = here.reload()
    await reads(again, '$0.031855')
  })

  test('behaviour: a late start by the merchant', async () => {
    const { here } = await running({ startMode: 'merchant' })
    expect(here.element.meter).toBe('waiting')
    here.service.ahead += 5_000
    here.service.use(0, { status: 'running', started_at: here.service.now() })
    here.service.use(60)
    await reads(here, '$0.016620')
  })

  test('behaviour: an end that is billed, settled and returned to the last base unit', async () => {
    const { here } = await running()
    here.service.use(1_312)
    await reads(here, '$0.363424')
    await button('Stop').click()
    await button('Stop now').click()
    await expect.poll(() => here.element.meter).toBe('canceled')
    await says(here, 'Checked against your signature')
    expect(heard(here)).not.toContain('error')
  })

  test('behaviour: an opening that was lost', async () => {
    const { here } = await running()
    here.service.use(30, { status: 'canceled', cancel_reason: 'opening_lost', ended_at: here.service.now() })
    await here.element.refresh()
    await expect.poll(() => here.element.meter).toBe('canceled')
    expect(heard(here)).not.toContain('error')
  })
})

describe('on a chain whose time does not travel', () => {
  const onMonad: WatchedOptions = {
    livemode: true,
    prepare: service =>
      Object.assign(service.chain, {
        chain_id: 143,
        name: 'Monad',
        escrow: liveEscrowAddress,
        token: { ...service.chain.token, address: AUSD_ADDRESS },
      }),
  }

  test('behaviour: a figure that the chain had to confirm comes too late for a Pause since', async () => {
    const { here, clock } = await running(onMonad)
    here.wallet.controls.setLatestBlockTimestamp(clock.now + 1_800)
    const { latestBlockTimestamp } = here.wallet
    const asked = Promise.withResolvers<void>()
    here.wallet.latestBlockTimestamp = () => {
      asked.resolve()
      return latestBlockTimestamp()
    }
    const answer = here.wallet.controls.holdReads()
    here.service.use(1_800)
    void here.element.refresh()
    await asked.promise
    here.service.use(10)
    await button('Pause').click()
    await expect.poll(() => here.element.meter).toBe('paused')
    const seen: unknown[] = []
    here.element.addEventListener('billing-authorise-meter', ({ meter }) => seen.push(meter))
    answer()
    await here.element.refresh()
    expect([seen, spent(here)]).toEqual([[], '$0.002770'])
  })

  test('error: neither the service’s own clock nor an early block proves anything', async () => {
    const { here, clock } = await running(onMonad)
    here.wallet.controls.setLatestBlockTimestamp(clock.now + 1_600)
    here.service.use(1_800)
    await here.element.refresh()
    await says(here, 'The service’s figures do not match what you signed.')
    expect(spent(here)).toBe('$0.000000')
  })

  test('behaviour: a device clock that was set back, while the page’s own went on', async () => {
    let now = 1_000
    const { here, clock } = await running({ ...onMonad, ports: { monotonicNow: () => now } })
    here.service.use(1_800)
    clock.now -= 7_200
    now += 1_800_000
    await reads(here, '$0.498600')
  })

  test('behaviour: a device that slept, whose page’s own clock stood still', async () => {
    const { here, clock } = await running(onMonad)
    here.service.use(1_800)
    clock.now += 1_800
    await reads(here, '$0.498600')
  })

  test('behaviour: a device clock that stands, after which only the chain knows the time', async () => {
    const { here, clock } = await running({ ...onMonad, ports: { monotonicNow: () => 1_000 } })
    here.wallet.controls.setLatestBlockTimestamp(clock.now + 1_700)
    here.service.use(1_800)
    await reads(here, '$0.498600')
  })
})
