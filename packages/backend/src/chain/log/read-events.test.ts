import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { encodeAbiParameters, encodeEventTopics, type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { createChainClient } from '../transport/chain-client.ts'
import { LONGEST_RANGE, readEvents } from './read-events.ts'
import { createLogReader } from './read-logs.ts'

const ESCROW: Hex = `0x${'e5'.repeat(20)}`
const HASH: Hex = `0x${'aa'.repeat(32)}`
const STOPPED_AT = 1_800_000_100

test('a stop is at the instant that the escrow names, whatever its block is said to be', async () => {
  const id: Hex = `0x${'12'.repeat(32)}`
  const stopped = {
    address: ESCROW,
    topics: encodeEventTopics({ abi: meterEscrowAbi, eventName: 'Stopped', args: { id } }),
    data: encodeAbiParameters([{ type: 'uint40' }], [STOPPED_AT]),
    ...{ blockNumber: '0x5', blockHash: HASH, transactionHash: HASH, logIndex: '0x0', removed: false },
  }
  const block = { number: '0x5', hash: HASH, timestamp: numberToHex(STOPPED_AT + 86_400) }
  const request = async <T>({ method }: { method: string }) =>
    (method === 'eth_getLogs' ? [stopped] : block) as T
  const logs = createLogReader(LONGEST_RANGE)
  const reading = { logs, meterLogs: logs, escrow: ESCROW, decoded: new Map() }
  const { events } = await readEvents(createChainClient({ request }), reading, { fromBlock: 5, toBlock: 5 })
  expect(events).toMatchObject([{ kind: 'stopped', meterId: id, timestamp: STOPPED_AT }])
})
