import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { Hex } from '@per-second/protocol/types'
import { encodeEventTopics, numberToHex, serializeErc6492Signature } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { ConnectedEscrow } from './connected-escrow.ts'
import type { EscrowChainParameters } from './escrow-chain.ts'
import type { Endpoints } from './transport/endpoints.ts'
import type { RpcQuestion } from './transport/rpc-provider.ts'
import { RpcRejection } from './transport/rpc-rejection.ts'

const NEWEST = 10_000
const START = 1_800_000_000

const word = (number: number): Hex => numberToHex(number, { size: 32 })
const blockOf = (number: number) => ({
  ...{ number: numberToHex(number), hash: word(number), parentHash: word(number - 1), transactions: [] },
  timestamp: numberToHex(START + number),
})

/** A chain that has these meters' stops in these blocks, and nothing else. */
function chainWithStops(stops: Record<number, Hex>): Endpoints {
  const logOf = (number: number, id: Hex) => ({
    ...{ blockNumber: numberToHex(number), blockHash: word(number), transactionHash: word(number) },
    logIndex: '0x0',
    transactionIndex: '0x0',
    address: '0x',
    removed: false,
    data: word(START + number),
    topics: encodeEventTopics({ abi: meterEscrowAbi, eventName: 'Stopped', args: { id } }),
  })
  const logs = Object.entries(stops).map(([number, id]) => ({ number: Number(number), id }))
  const answer = (method: string, [asked]: readonly unknown[]) => {
    if (method === 'eth_getBlockByNumber') return blockOf(asked === 'latest' ? NEWEST : Number(asked))
    if (method === 'eth_getBlockByHash') return blockOf(Number(asked))
    const { fromBlock, toBlock } = asked as { fromBlock: Hex; toBlock: Hex }
    return logs
      .filter(({ number }) => number >= Number(fromBlock) && number <= Number(toBlock))
      .map(({ number, id }) => logOf(number, id))
  }
  const request = async ({ method, params = [] }: RpcQuestion) => answer(method, params)
  const provider = { request, highestBlock: () => NEWEST, distrust() {} }
  const whole = {
    ...provider,
    untilFound: provider,
    onOne: (work: (one: unknown) => unknown) => work(provider),
  }
  return whole as unknown as Endpoints
}

test.each([2_000, 2_001, 6_000])('stops are found however many blocks do not count yet: %i', async behind => {
  const stops = { [NEWEST - behind]: word(1), [NEWEST - behind + 1]: word(2), [NEWEST]: word(3) }
  const parameters = { escrow: '0x', embedded: null } as unknown as EscrowChainParameters
  const escrow = new ConnectedEscrow(parameters, chainWithStops(stops))
  expect(await escrow.stopsAfter(NEWEST - behind)).toEqual(
    new Map([
      [word(2), START + NEWEST - behind + 1],
      [word(3), START + NEWEST],
    ]),
  )
  expect(await escrow.stopsAfter(NEWEST)).toEqual(new Map())
})

const addressOf = (number: number) => numberToHex(number, { size: 20 })
const TERMS = {
  ...{ payer: addressOf(1), merchant: addressOf(2), operator: addressOf(3), token: addressOf(4) },
  ...{ feeRecipient: addressOf(5), feeBps: 100, ratePerSecond: 10n ** 18n, maxSeconds: 60 },
  ...{ stopGrace: 0, openBy: START, expiry: START, salt: word(6) },
}

/**
 * A chain whose accounts have this code, where calls revert at these blocks. One endpoint has shown `NEWEST`. The
 * responding endpoint is behind.
 */
function chainWhereCallsRevert(at: readonly string[], code: Hex = '0x') {
  const calledAt: unknown[] = []
  const request = async ({ method, params = [] }: RpcQuestion) => {
    if (method === 'eth_getBlockByNumber') return blockOf(NEWEST - 5)
    if (method === 'eth_getCode') return code
    calledAt.push(params[1])
    if (at.includes(params[1] as string))
      throw new RpcRejection(method, { code: 3, text: 'execution reverted', reverted: '0x' })
    return '0x'
  }
  const provider = { request, highestBlock: () => NEWEST, distrust() {} }
  const endpoints = { ...provider, untilFound: provider } as unknown as Endpoints
  const parameters = {
    ...{ chainId: 1, escrow: addressOf(7), token: TERMS.token },
    operator: { address: TERMS.operator },
  }
  const escrowWith = (more: object = {}) =>
    new ConnectedEscrow({ ...parameters, embedded: null, ...more } as EscrowChainParameters, endpoints)
  return { calledAt, escrowWith }
}

// docs/money.md, rule 31
describe('a simulated call', () => {
  const settle = { kind: 'settle', terms: TERMS, toSecond: 1 } as const
  const newest = numberToHex(NEWEST)

  test.each([
    ['that succeeds has no failure', [], null, ['pending']],
    [
      'that reverts at the pending block and at the newest one is refused',
      ['pending', newest],
      'reverted',
      ['pending', newest],
    ],
  ] as const)('behaviour: %s', async (_, at, failure, blocks) => {
    const { calledAt, escrowWith } = chainWhereCallsRevert(at)
    expect(await escrowWith().simulate(settle)).toBe(failure)
    expect(calledAt).toEqual(blocks)
  })

  test('error: that reverts at the pending block and at an older one only is not refused yet', async () => {
    const { escrowWith } = chainWhereCallsRevert(['pending', 'latest', numberToHex(NEWEST - 5)])
    await expect(escrowWith().simulate(settle)).rejects.toMatchObject({
      name: 'ChainError',
      code: 'rejected',
    })
  })
})

// docs/money.md, rule 75
test('error: a wallet without code is not deployed by a factory that is not known, and nothing of it is called', async () => {
  const { calledAt, escrowWith } = chainWhereCallsRevert([])
  const signature = serializeErc6492Signature({ address: addressOf(8), data: '0x12', signature: '0x34' })
  const open = { kind: 'open', terms: TERMS, signature } as const
  const key = { address: addressOf(9), privateKey: word(9) }
  for (const deployer of [null, key])
    expect(await escrowWith({ deployer, chainId: 1 }).simulate(open)).toBe('wallet_unknown')
  expect(calledAt).toEqual([])
})

// docs/money.md, rule 75
test.each<[string, Hex, string | null]>([
  ['is not deployed where its code has gone since its opening was simulated', '0x', 'wallet_unknown'],
  ['is not refused where it has code', '0x12', null],
])('a wallet of an unknown factory %s', async (_, code, answer) => {
  const { calledAt, escrowWith } = chainWhereCallsRevert([], code)
  const signature = serializeErc6492Signature({ address: addressOf(8), data: '0x12', signature: '0x34' })
  const key = { address: addressOf(9) }
  for (const deployer of [null, key])
    expect(await escrowWith({ deployer }).deployWallet({ terms: TERMS, signature })).toBe(answer)
  expect(calledAt).toEqual([])
})
