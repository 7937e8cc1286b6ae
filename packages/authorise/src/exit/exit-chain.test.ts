import { testEscrowAddress } from '@per-second/contracts/addresses'
import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { dueInBaseUnits, feeInBaseUnits } from '@per-second/protocol/money'
import { termsFromWire } from '@per-second/protocol/terms'
import { encodeAbiParameters, encodeErrorResult, encodeEventTopics, type Hex, parseAbi } from 'viem'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ExitChain } from './exit-chain.ts'
import {
  exitWallet,
  HASH,
  OWN_ESCROW,
  openedLog,
  PAYER,
  party,
  receipt,
  SIGNATURE,
  STRANGE_CONTRACT,
  TERMS,
} from './exit-wallet.fixture.ts'

async function connected() {
  const wallet = exitWallet()
  const chain = await ExitChain.connect(wallet.provider, null)
  const meter = chain.meterOf(testEscrowAddress, termsFromWire(TERMS))
  return { wallet, chain, meter }
}

// docs/money.md, rule 79
test('an escrow is recognised by its code, at any address', async () => {
  const { chain } = await connected()
  const addresses = [testEscrowAddress, OWN_ESCROW, STRANGE_CONTRACT, PAYER] as const
  expect(await Promise.all(addresses.map(address => chain.isEscrow(address)))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

// docs/money.md, rule 79
test.each([STRANGE_CONTRACT, PAYER])('error: no transaction to %s is requested', async escrow => {
  const { wallet, chain, meter } = await connected()
  const call = { ...meter, escrow }
  const paper = { ...call, kind: 'stop', chainId: 31_337, signature: SIGNATURE } as const
  const acts = [
    () => chain.send({ ...call, kind: 'own_stop' }),
    () => chain.send({ ...call, kind: 'reclaim' }),
    () => chain.send({ ...call, kind: 'withdraw' }),
    () => chain.send(paper),
    () => chain.preview(paper),
  ]
  for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'escrow_unknown' })
  expect(wallet.sent).toEqual([])
})

// docs/money.md, rule 79
test('error: no contract sends the page to a server (ERC-3668)', async () => {
  const fetched = vi.fn(async () => new Response('{}'))
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { wallet, chain, meter } = await connected()
  wallet.answers.eth_call = () => {
    const abi = parseAbi([
      'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
    ])
    const args = [
      testEscrowAddress,
      ['https://contract.example/{sender}/{data}'],
      '0x',
      '0x12345678',
      '0x',
    ] as const
    const data = encodeErrorResult({ abi, errorName: 'OffchainLookup', args })
    throw Object.assign(new Error('execution reverted'), { code: 3, data })
  }
  await expect(chain.state(meter)).rejects.toThrow()
  await expect(chain.send({ ...meter, kind: 'own_stop' })).rejects.toThrow()
  expect(fetched).not.toHaveBeenCalled()
})

// docs/money.md, rule 79
test('a transaction carries the chain id of its meter', async () => {
  const { wallet, chain, meter } = await connected()
  expect(await chain.send({ ...meter, kind: 'own_stop' })).toBe(HASH)
  expect(wallet.sent).toEqual([
    { from: PAYER, to: testEscrowAddress, data: expect.stringMatching(/^0x/), chainId: '0x7a69' },
  ])
})

// docs/money.md, rule 79
test('error: a wallet that changes its network during the simulation gets no request', async () => {
  const { wallet, chain, meter } = await connected()
  const { resultOf } = wallet
  wallet.resultOf = call => {
    wallet.switchTo(1)
    return resultOf(call)
  }
  await expect(chain.send({ ...meter, kind: 'own_stop' })).rejects.toMatchObject({ code: 'chain_mismatch' })
  expect(wallet.sent).toEqual([])
})

// docs/money.md, rule 79
test('error: on another network nothing is read, signed or sent', async () => {
  const { wallet, chain, meter } = await connected()
  const paper = { ...meter, kind: 'stop', chainId: 31_337, signature: SIGNATURE } as const
  const elsewhere = { ...paper, chainId: 1 }
  for (const act of [() => chain.preview(elsewhere), () => chain.send(elsewhere)])
    await expect(act()).rejects.toMatchObject({ code: 'chain_mismatch' })
  wallet.answers.eth_signTypedData_v4 = () => SIGNATURE
  wallet.switchTo(1)
  const acts = [
    () => chain.now(),
    () => chain.afterAct(meter, PAYER),
    () => chain.signStop(meter),
    () => chain.send({ ...meter, kind: 'own_stop' }),
    () => chain.send(paper),
  ]
  for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'chain_mismatch' })
  expect(wallet.sent).toEqual([])
})

test('error: a log entry that is no opening is skipped, and leaves every meter in the list', async () => {
  const { wallet, chain, meter } = await connected()
  const good = openedLog(TERMS)
  const earned = openedLog({ ...TERMS, max_seconds: 60 })
  const [signature = null, , ...parties] = good.topics
  const bad: unknown[] = [
    null,
    { ...good, address: STRANGE_CONTRACT },
    { ...good, address: null },
    { ...good, data: '0x' },
    { ...good, topics: [] },
    { ...good, topics: [signature, HASH, ...parties] },
  ]
  const answers = [[...bad, good], [earned]]
  wallet.answers.eth_getLogs = () => answers.shift()
  const steps = []
  for await (const step of chain.search([testEscrowAddress])) steps.push(step)
  const other = chain.meterOf(testEscrowAddress, termsFromWire({ ...TERMS, max_seconds: 60 }))
  expect(steps).toEqual([{ fromBlock: 0n, found: { meters: [other, meter], skipped: bad.length } }])
})

test('the wait ends if another transaction took the place of the sent one', async () => {
  const { wallet, chain, meter } = await connected()
  wallet.answers.eth_getTransactionReceipt = () => null
  wallet.answers.eth_getTransactionByHash = () => null
  wallet.answers.eth_getTransactionCount = () => (wallet.sent.length === 0 ? '0x4' : '0x5')
  expect(await chain.send({ ...meter, kind: 'own_stop' })).toBe(HASH)
})

test.each([
  ['its wallet still knows it', () => ({ hash: HASH }), '0x5'],
  ['no other transaction has its nonce', () => null, '0x4'],
])('the wait goes on without a block while %s', async (_, known, count) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { wallet, chain, meter } = await connected()
  const receipts = [null, null, receipt([])]
  wallet.answers.eth_getTransactionReceipt = () => receipts.shift()
  wallet.answers.eth_getTransactionByHash = known
  wallet.answers.eth_getTransactionCount = () => (wallet.sent.length === 0 ? '0x4' : count)
  const sent = chain.send({ ...meter, kind: 'own_stop' })
  await vi.runAllTimersAsync()
  expect([await sent, receipts.length]).toEqual([HASH, 0])
})

test('a charge is read from the log of its own meter and escrow', async () => {
  const { wallet, chain, meter } = await connected()
  const gross = dueInBaseUnits(meter.terms.ratePerSecond, 1_800)
  const fee = feeInBaseUnits(gross, 100)
  const settled = (id: Hex, address: Hex = testEscrowAddress) => ({
    address,
    topics: encodeEventTopics({ abi: meterEscrowAbi, eventName: 'Settled', args: { id } }),
    data: encodeAbiParameters(
      [{ type: 'uint32' }, { type: 'uint32' }, { type: 'uint256' }, { type: 'uint256' }],
      [0, 1_800, gross, fee],
    ),
  })
  wallet.answers.eth_getTransactionReceipt = () => receipt([settled(HASH), settled(meter.meterId, party(8))])
  expect(await chain.charge(meter, HASH)).toBeNull()
  wallet.answers.eth_getTransactionReceipt = () => receipt([settled(meter.meterId)])
  expect(await chain.charge(meter, HASH)).toEqual({
    ...{ fromSecond: 0, toSecond: 1_800, gross, fee, isCredited: false },
  })
})
