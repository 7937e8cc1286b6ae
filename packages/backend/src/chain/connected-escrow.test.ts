import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { Hex } from '@per-second/protocol/types'
import { encodeEventTopics, numberToHex } from 'viem/utils'
import { expect, test } from 'vitest'
import { ConnectedEscrow } from './connected-escrow.ts'
import type { EscrowChainParameters } from './escrow-chain.ts'
import type { Endpoints } from './transport/endpoints.ts'
import type { RpcQuestion } from './transport/rpc-provider.ts'

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
    ...{
      logIndex: '0x0',
      transactionIndex: '0x0',
      address: '0x',
      removed: false,
      data: word(START + number),
    },
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
