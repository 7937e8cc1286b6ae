import { beforeEach, expect, test } from 'vitest'
import type { BillingAuthoriseErrorEvent } from '../src/events.ts'
import { arrives, button } from './person.ts'
import { asksInVain, connectsTo, press, says, watched } from './signed-here.ts'
import type { Stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const KEY = `0x${'4d'.repeat(32)}` as const

const lastError = ({ events }: Stage) => {
  const errors = events.filter(event => event.type === 'billing-authorise-error')
  const { code, field } = errors.at(-1) as BillingAuthoriseErrorEvent
  return [code, field]
}

test('default: another tab’s request is shown before this tab’s prompt', async () => {
  const { here, asked } = watched()
  const other = here.newTab()
  await connectsTo(here)
  await connectsTo(other)
  other.element.shadowRoot?.querySelector<HTMLElement>('.preset')?.click()
  await says(other, 'Authorise $0.1662')
  here.wallet.controls.answer('typed_data', 'fail')
  await press(here)
  await arrives(here, 'error')
  here.wallet.controls.answer('typed_data', 'approve')
  await press(other)
  await arrives(other, 'error')
  await says(other, 'Your wallet may still hold a request for at most $0.9972.')
  expect(asked.length).toBe(1)
  await press(other)
  await arrives(other, 'complete')
  expect(asked).toEqual([asked[0], asked[0]])
})

test.each<[string, (answer: Record<string, unknown>) => void]>([
  [
    'terms.rate_per_second',
    ({ product }) =>
      Object.assign(product as object, { rate_usd_per_second: '0.000001', rate_per_second_wei: '1' }),
  ],
  [
    'max_duration_seconds',
    answer => Object.assign(answer, { max_duration_seconds: 60, max_escrow_usd: '0.01662' }),
  ],
])(
  'error: after a reload with another %s on screen the wallet is not asked for what stands',
  async (field, change) => {
    const watch = watched()
    await asksInVain(watch)
    const { service } = watch.here
    service.lie = answer => {
      if (answer.object === 'checkout.session') change(answer)
    }
    const again = watch.here.reload()
    await arrives(again, 'reviewing')
    await press(again)
    await arrives(again, 'error')
    expect([lastError(again), watch.asked.length]).toEqual([['refused_terms', field], 1])
    await says(again, 'Your wallet may still hold a request for at most $0.9972.')
  },
)

test('error: no prompt for a payee that contradicts a new pin of the page', async () => {
  const watch = watched()
  await asksInVain(watch)
  watch.here.element.payee = `0x${'99'.repeat(20)}`
  await press(watch.here)
  await expect.poll(() => lastError(watch.here)).toEqual(['refused_terms', 'terms.merchant'])
  expect(watch.asked.length).toBe(1)
})

test('behaviour: no prompt for an account that the wallet changes to during the chain’s reading', async () => {
  const watch = watched({ wallet: { key: KEY } })
  const { here, asked } = watch
  await asksInVain(watch)
  const { readOpening } = here.wallet
  const reading = Promise.withResolvers<() => void>()
  here.wallet.readOpening = opening => {
    here.wallet.readOpening = readOpening
    reading.resolve(here.wallet.controls.holdReads())
    return readOpening(opening)
  }
  await press(here)
  const read = await reading.promise
  here.wallet.controls.changeAccount()
  await says(here, 'Another account was asked to sign here.')
  read()
  here.wallet.controls.changeAccount(KEY)
  await arrives(here, 'reviewing')
  await press(here)
  await arrives(here, 'complete')
  expect(asked.length).toBe(2)
})

test('behaviour: Cancel is offered beside the open amount, also while the wallet is silent', async () => {
  const { here } = watched()
  await connectsTo(here)
  here.wallet.controls.hold()
  await press(here)
  await says(here, 'Confirm in Example Wallet')
  expect(button('Cancel').query()).toBeNull()
  // After the Back button, the page does not wait ten seconds.
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.element(button('Cancel')).toBeVisible()
  await says(here, 'Your wallet may still hold a request for at most $0.9972.')
})
