import { meterDigest } from '@per-second/protocol/terms'
import type { Address } from '@per-second/protocol/types'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import { aMeter } from '../domain/a-meter.fixture.ts'
import type { Subscription } from '../domain/entities.ts'
import type { Storage } from '../storage/storage.ts'
import { openTestStorage } from '../storage/test-storage.fixture.ts'
import { refuseStranded } from './refuse-stranded.ts'

const HERE: Address = `0x${'0e'.repeat(20)}`
const ELSEWHERE: Address = `0x${'0f'.repeat(20)}`
const METER = aMeter({ rate: 10n ** 15n, maxSeconds: 3_600, startedAt: 1_800_000_000_000 })
const TERMS = { ...METER.terms, salt: `0x${'01'.repeat(32)}` } as const

let storage: Storage
beforeEach(async () => {
  const opened = await openTestStorage()
  storage = opened.storage
  return opened.remove
})

/** A meter of these terms in an escrow of chain 1. */
const insert = (id: string, escrow: Address, fields: Partial<Subscription>) =>
  storage.unitOfWork(tx =>
    tx.subscriptions.insert({
      ...{ ...METER, id, sessionId: `cs_${id}`, terms: TERMS, signature: '0x5e', ...fields },
      meterId: meterDigest(TERMS, { chainId: 1, escrow }),
    }),
  )

/** A start with the operator's key, on this chain with this escrow. */
function start(chainId: number, escrow: Address) {
  const chain = { facts: { chain_id: chainId, escrow, operator: METER.operator } } as Chain
  return refuseStranded(
    storage,
    {
      test: { current: chain, retiring: [] },
      live: { current: null, retiring: [] },
    },
    pino({ level: 'silent' }),
  )
}

// docs/money.md, rule 28
test('an open meter keeps its service in the escrow and on the chain where it was opened', async () => {
  await insert('sub_1', HERE, {})
  await expect(start(1, HERE)).resolves.toBeUndefined()
  for (const [chainId, escrow] of [
    [1, ELSEWHERE],
    [2, HERE],
  ] as const)
    await expect(start(chainId, escrow)).rejects.toMatchObject({
      name: 'OptionError',
      message: `Open meters of test mode are not in the escrow ${escrow} on chain ${chainId}, so the service could not charge or close them. Start with the chain and the escrow they were opened in (--chain-id, --escrow, --escrow-salt) until they have ended.`,
    })
})

// docs/money.md, rule 28
test('error: a service without the key of an open meter does not start, and starts with that key as a retiring one', async () => {
  await insert('sub_1', HERE, {})
  const chainOf = (operator: Address) => ({ facts: { chain_id: 1, escrow: HERE, operator } }) as Chain
  const startWith = (...retiring: Chain[]) =>
    refuseStranded(
      storage,
      { test: { current: chainOf(ELSEWHERE), retiring }, live: { current: null, retiring: [] } },
      pino({ level: 'silent' }),
    )
  await expect(startWith()).rejects.toMatchObject({
    name: 'OptionError',
    message: `Open meters of test mode belong to ${METER.operator}, whose key is missing. Start with OPERATOR_KEY=<current key>,<that key> until they have ended: without it the service cannot charge or close them.`,
  })
  await expect(startWith(chainOf(METER.operator))).resolves.toBeUndefined()
})

test.each<[string, Partial<Subscription>]>([
  ['is closed', { closed: true }],
  ['was never opened', { status: 'incomplete_expired', signature: null }],
])('a meter that %s keeps no operator from starting', async (_, fields) => {
  await insert('sub_1', ELSEWHERE, fields)
  await expect(start(1, HERE)).resolves.toBeUndefined()
})
