import { beforeEach, describe, expect, test } from 'vitest'
import { timesAsked } from './asked.ts'
import { breaks, codes, ends, MALFORMED, pathsOf, standsThere, VALUES } from './malformed.ts'
import { arrives } from './person.ts'
import { connectsTo, press, watched, wordsOf } from './signed-here.ts'

beforeEach(() => document.body.replaceChildren())

const CHAIN = watched().here.service.chain
document.body.replaceChildren()

test.each(pathsOf(CHAIN).filter(path => path !== 'block_explorer_url'))(
  'error: %s of the chain is told before the wallet is asked for anything',
  async field => {
    // An older service has no salt.
    for (const value of [field === 'escrow_salt' ? '0x5e' : undefined, {}]) {
      const { here } = watched({ prepare: service => breaks(service, ends('/chain'), field, value) })
      await arrives(here, 'choosing')
      await press(here)
      await arrives(here, 'error')
      await standsThere(here)
      expect([codes(here), here.wallet.controls.prompts]).toEqual([['response_invalid'], []])
      here.element.remove()
    }
  },
)

test.each([
  'subscription_id',
  'draft',
  'terms',
  'typed_data',
  'deposit_wei',
  'sign_by',
  'session',
  'terms.merchant',
  'terms.rate_per_second',
  'terms.open_by',
  'terms.salt',
  'typed_data.domain',
  'typed_data.types',
  'typed_data.message',
  'typed_data.message.nonce',
  'typed_data.primaryType',
])('error: %s of a preparation is told before the wallet is asked to sign', async field => {
  for (const value of Object.values(VALUES)) {
    if (field === 'subscription_id' && typeof value === 'string') continue
    if (field === 'draft' && typeof value === 'string') continue
    const { here } = watched({ prepare: service => breaks(service, ends('/prepare'), field, value) })
    await connectsTo(here)
    await press(here)
    await arrives(here, 'error')
    await standsThere(here)
    expect([
      'response_invalid',
      'refused_terms',
      'refused_escrow',
      'refused_token',
      'refused_chain',
    ]).toContain(codes(here)[0])
    expect(timesAsked(here, 'typed_data')).toBe(0)
    here.element.remove()
  }
})

describe('the response to a signature', () => {
  test.each([
    'session',
    'session.status',
    'session.product',
    'subscription',
    'subscription.status',
    'subscription.elapsed_seconds',
    'subscription.settled_usd',
    'subscription.max_duration_seconds',
    'subscription.rate_usd_per_second',
    'customer',
    'tx_hash',
    'client_token',
    'expires_at',
  ])('error: %s is told, and the same signature is handed in again', async field => {
    const { here, asked } = watched({
      prepare: service => {
        service.pendingAnswers = 1_000
        breaks(service, ends('/authorise'), field, {})
      },
    })
    await connectsTo(here)
    await press(here)
    await arrives(here, 'error')
    await standsThere(here)
    expect([codes(here), wordsOf(here).includes(MALFORMED)]).toEqual([['response_invalid'], true])
    Object.assign(here.service, { pendingAnswers: 0, lie: () => undefined })
    await press(here)
    await arrives(here, 'complete')
    expect([asked.length, here.service.openings]).toEqual([1, 1])
  })

  test('behaviour: a session that is complete all the same is shown so', async () => {
    const { here } = watched({
      prepare: service => breaks(service, ends('/authorise'), 'subscription', null),
    })
    await connectsTo(here)
    await press(here)
    await arrives(here, 'complete')
    await standsThere(here)
    expect(here.element.meter).toBeNull()
  })
})

describe('a meter', () => {
  const isMeter = (path: string) => path.startsWith('/subscriptions/')

  test.each([
    'status',
    'elapsed_seconds',
    'settled_usd',
    'rate_usd_per_second',
    'max_duration_seconds',
    'started_at',
    'cancel_reason',
    'id',
  ])('error: %s is told where there is no figure yet, and takes none away that is there', async field => {
    for (const value of [undefined, {}, -1.5, 'NaN']) {
      const { here } = watched()
      await connectsTo(here)
      await press(here)
      await expect.poll(() => here.element.meter).toBe('running')
      breaks(here.service, isMeter, field, value)
      await here.element.refresh()
      expect([here.element.meter, codes(here)]).toEqual(['running', []])
      const again = here.reload()
      await expect.poll(() => codes(again)).toEqual(['response_invalid'])
      await standsThere(again)
      expect([again.element.meter, wordsOf(again).includes(MALFORMED)]).toEqual([null, true])
      again.element.remove()
    }
  })
})
