import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { testAusdAbi } from '@per-second/contracts/test-ausd-abi'
import type { MeterTerms } from '@per-second/protocol/terms'
import type { Address, Hex } from '@per-second/protocol/types'
import { createPublicClient, http, parseEventLogs } from 'viem'
import type { DemoLine } from './demo-process.ts'

/** The chain itself, asked without the service in between. */
export function createChainReader({ backend }: DemoLine) {
  const client = createPublicClient({ transport: http(backend.chain.rpc_url) })
  return {
    balanceOf: (address: Address) =>
      client.readContract({
        address: backend.chain.token,
        abi: testAusdAbi,
        functionName: 'balanceOf',
        args: [address],
      }),
    /** The terms a payer's newest meter was opened with, and its id. */
    openedBy: async (payer: Address): Promise<{ id: Hex; terms: MeterTerms }> => {
      const logs = await client.getContractEvents({
        address: backend.chain.escrow,
        abi: meterEscrowAbi,
        eventName: 'Opened',
        args: { payer },
        fromBlock: 0n,
        strict: true,
      })
      const { id, terms } = logs.at(-1)?.args ?? {}
      if (!id || !terms) throw new Error(`${payer} has opened no meter`)
      return { id, terms }
    },
    /** What was charged in all for a meter, from the escrow's own events. */
    settledOf: async (id: Hex): Promise<{ gross: bigint; fee: bigint; transactions: Hex[] }> => {
      const logs = await client.getContractEvents({
        address: backend.chain.escrow,
        abi: meterEscrowAbi,
        eventName: 'Settled',
        args: { id },
        fromBlock: 0n,
        strict: true,
      })
      return {
        gross: logs.reduce((sum, { args }) => sum + args.gross, 0n),
        fee: logs.reduce((sum, { args }) => sum + args.fee, 0n),
        transactions: logs.map(log => log.transactionHash),
      }
    },
    /** The refund in a transaction, as its events say. */
    refundIn: async (hash: Hex): Promise<bigint> => {
      const { logs } = await client.getTransactionReceipt({ hash })
      const [closed] = parseEventLogs({ abi: meterEscrowAbi, eventName: 'Closed', logs })
      if (!closed) throw new Error(`${hash} closed no meter`)
      return closed.args.refund
    },
  }
}
