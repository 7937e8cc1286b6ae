import { testEscrowAddress } from '@per-second/contracts/addresses'
import { meterDigest, termsFromWire } from '@per-second/protocol/terms'
import type { WireMeterTerms } from '@per-second/protocol/types'
import { expect, test, vi } from 'vitest'
import { ExitChain } from './exit-chain.ts'
import { ExitLook } from './exit-look.ts'
import { exitWallet, OWN_ESCROW, openedLog, party, STRANGE_CONTRACT, TERMS } from './exit-wallet.fixture.ts'

/** A meter with this maximum duration in seconds. */
const lasting = (seconds: number, changes: Partial<WireMeterTerms> = {}): WireMeterTerms => ({
  ...TERMS,
  max_seconds: seconds,
  ...changes,
})
const idOf = (terms: WireMeterTerms) =>
  meterDigest(termsFromWire(terms), { chainId: 31_337, escrow: testEscrowAddress })

async function lookAt(opened: readonly WireMeterTerms[]) {
  const wallet = exitWallet()
  const parts: unknown[] = [opened.map(terms => openedLog(terms)), []]
  wallet.answers.eth_getLogs = () => parts.shift() ?? []
  const changed = vi.fn()
  const look = new ExitLook(await ExitChain.connect(wallet.provider, null), changed)
  return { wallet, look, changed, seconds: () => look.meters.map(({ meter }) => meter.terms.maxSeconds) }
}

// docs/money.md, rule 79
test('meters are in the order of the money that the escrow holds', async () => {
  const { wallet, look, seconds } = await lookAt([60, 900, 3_600, 120].map(each => lasting(each)))
  const { stateOf } = wallet
  wallet.stateOf = id => ({ ...stateOf(id), ...(id === idOf(lasting(3_600)) ? { status: 2 } : {}) })
  await look.search([])
  expect(seconds()).toEqual([900, 120, 60, 3_600])
  expect([look.foundCount, look.othersCount, look.progress.failure]).toEqual([4, 0, null])
})

// docs/money.md, rule 79
test('600 meters in a worthless token delay no valid one, and are read on demand only', async () => {
  const spam = Array.from({ length: 600 }, (_, index) => lasting(60 + index, { token: party(4) }))
  const { wallet, look, changed, seconds } = await lookAt([...spam, lasting(900)])
  await look.search([])
  expect(seconds()).toEqual([900])
  expect([look.othersCount, look.others]).toEqual([600, []])
  const calls = () => wallet.asked.filter(method => method === 'eth_call').length
  expect(calls()).toBe(2)
  changed.mockClear()
  look.showMoreOthers()
  // The press is seen before a slow wallet has read them.
  expect(changed).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(look.others).toHaveLength(50))
  expect(calls()).toBe(102)
  // The largest deposits first.
  expect(look.others[0]?.meter.terms.maxSeconds).toBe(659)
})

// docs/money.md, rule 79
test('a bad link, log entry or contract is reported, and every meter keeps its Stop', async () => {
  const { wallet, look, seconds } = await lookAt([lasting(900)])
  const broken = { ...openedLog(TERMS), data: '0x00' }
  wallet.answers.eth_getLogs = () => [broken, openedLog(lasting(900))]
  await look.search(['javascript:alert(1)', STRANGE_CONTRACT, party(9)])
  expect(seconds()).toEqual([900])
  expect(look.progress).toEqual({ fromBlock: 0n, isOver: true, failure: null })
  expect(look.notes).toEqual([
    '“javascript:alert(1)” is no address. An address is 0x and 40 hexadecimal digits.',
    `The escrow is not at ${STRANGE_CONTRACT} on this network: there is other code, or none. The page leaves it out.`,
    `The escrow is not at ${party(9)} on this network: there is other code, or none. The page leaves it out.`,
    'Entries of the log that are no meters were left out: 2.',
  ])
})

test('a meter whose reading fails blocks no other, and is read at the next refresh', async () => {
  const { wallet, look, seconds } = await lookAt([lasting(900), lasting(120), lasting(60)])
  const { stateOf } = wallet
  wallet.stateOf = id => {
    if (id === idOf(lasting(900))) throw new Error('busy')
    return stateOf(id)
  }
  await look.search([])
  expect(seconds()).toEqual([120, 60])
  expect(look.notes).toEqual(['Meters that could not be read so far: 1. The page tries again.'])
  wallet.stateOf = stateOf
  look.refresh()
  await vi.waitFor(() => expect(seconds()).toEqual([900, 120, 60]))
  expect(look.notes).toEqual([])
})

test('an escrow without a readable credit shows its meters', async () => {
  const { wallet, look, seconds } = await lookAt([lasting(900)])
  Object.defineProperty(wallet, 'credit', {
    get: () => {
      throw new Error('busy')
    },
  })
  await look.search([])
  expect(seconds()).toEqual([900])
})

test('error: without an escrow the search would read the whole log, so there is none', async () => {
  const { wallet, look } = await lookAt([])
  wallet.answers.eth_getCode = () => '0x'
  await look.search([OWN_ESCROW])
  expect(look.progress.failure).toBe(
    'This network has no escrow that the page knows. Switch the network in your wallet, or name your service’s escrow below.',
  )
  expect(wallet.asked).not.toContain('eth_getLogs')
})

test('a pasted meter is first, with any token', async () => {
  const { look, seconds } = await lookAt([lasting(900)])
  await look.search([])
  const terms = termsFromWire(lasting(60, { token: party(4) }))
  expect(await look.readPasted([look.chain.meterOf(OWN_ESCROW, terms)])).toBe(true)
  expect(seconds()).toEqual([60, 900])
})

test('a search that was left reports nothing more', async () => {
  const { wallet } = await lookAt([])
  const changed = vi.fn()
  const look = new ExitLook(await ExitChain.connect(wallet.provider, null), changed)
  look.leave()
  await look.search([])
  expect(changed).not.toHaveBeenCalled()
})
