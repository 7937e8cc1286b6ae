import { meterDigest } from '@per-second/protocol/terms'
import { describe, expect, it } from 'vitest'
import type { Draft } from '../draft.ts'
import { type Acceptance, accepted } from './accepted.ts'
import { announcements } from './announcements.ts'
import { aBooks, anAcceptedBooks, contextAt, HOUR, START } from './books.fixture.ts'

const NOW = START + HOUR
const escrow = { chainId: 31_337, escrow: '0xe5c0000000000000000000000000000000000001' } as const
const { terms, id: subscriptionId } = aBooks().subscription
const draft: Draft = {
  ...{ subscriptionId, sessionId: 'cs_1', claim: '', account: 'key', replaces: null },
  terms: { ...terms, salt: `0x${'5a'.repeat(32)}` },
}

function anAcceptance(): Acceptance {
  const free = { customerId: null, subscriptionId: null, maxDurationSeconds: null }
  const session = { ...anAcceptedBooks().session, ...free, customersCreated: 2 } as Acceptance['session']
  return { draft, signature: '0x51', session, customer: { id: 'cus_7', isNew: true }, escrow }
}

describe('an accepted draft', () => {
  it('takes the session, and requests the opening (docs/money.md, rule 34)', () => {
    const acceptance = anAcceptance()
    const books = accepted(null, acceptance, contextAt(NOW, { traceparent: '00-trace' }))
    expect(books.session).toEqual({
      ...acceptance.session,
      ...{ customerId: 'cus_7', subscriptionId, maxDurationSeconds: terms.maxSeconds },
      customersCreated: 3,
    })
    expect(books.subscription).toEqual({
      ...anAcceptedBooks().subscription,
      ...{ customerId: 'cus_7', created: NOW },
      ...{ terms: draft.terms, meterId: meterDigest(draft.terms, escrow) },
    })
    expect(books.jobs).toMatchObject([
      { kind: 'open', subscriptionId, status: 'pending', notBefore: NOW, traceparent: '00-trace' },
    ])
    expect(announcements(null, books).map(({ type }) => type)).toEqual(['subscription.prepared'])
  })

  it('of a known customer creates none', () => {
    const acceptance = { ...anAcceptance(), customer: { id: 'cus_1', isNew: false } }
    expect(accepted(null, acceptance, contextAt(NOW)).session?.customersCreated).toBe(2)
  })

  it('whose opening has failed comes back with its failures, as old as its acceptance', () => {
    const earlier = { ...anAcceptedBooks({ status: 'incomplete_expired', openingsFailed: 2 }), jobs: [] }
    const { subscription } = accepted(earlier, anAcceptance(), contextAt(NOW))
    const { status, openingsFailed, created, signature } = subscription
    expect([status, openingsFailed, created, signature]).toEqual(['incomplete', 2, NOW, '0x51'])
  })

  it.each([
    ['was opened and refunded', { closed: true }, [], 'draft_invalid'],
    ['has a pending job', {}, anAcceptedBooks().jobs, 'chain_unavailable'],
  ] as const)('that %s is refused', (_, fields, jobs, code) => {
    const earlier = { ...anAcceptedBooks({ status: 'incomplete_expired', ...fields }), jobs }
    expect(() => accepted(earlier, anAcceptance(), contextAt(NOW))).toThrow(expect.objectContaining({ code }))
  })
})
