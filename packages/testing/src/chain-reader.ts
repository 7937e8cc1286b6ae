import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { testAusdAbi } from '@per-second/contracts/test-ausd-abi'
import type { MeterTerms } from '@per-second/protocol/terms'
import type { Address, Hex } from '@per-second/protocol/types'
import { createPublicClient, getAddress, http, parseEventLogs } from 'viem'
import type { BackendLine } from './backend-line.ts'
import { TestingError } from './testing-error.ts'

export type ChainReader = ReturnType<typeof createChainReader>

/** The chain itself, asked without the service in between. */
export function createChainReader({ chain }: Pick<BackendLine, 'chain'>) {
  const client = createPublicClient({ transport: http(chain.rpc_url) })
  return {
    /** In base units of AUSD, a millionth each. */
    balanceOf: (address: Address) =>
      client.readContract({
        address: chain.token,
        abi: testAusdAbi,
        functionName: 'balanceOf',
        args: [address],
      }),
    /** How many transactions an account has sent itself, and the coin it could pay gas with. */
    gasOf: async (address: Address): Promise<{ transactions: number; coins: bigint }> => ({
      transactions: await client.getTransactionCount({ address }),
      coins: await client.getBalance({ address }),
    }),
    /** The terms a payer's newest meter was opened with, its id, and who sent the transaction. */
    openedBy: async (payer: Address): Promise<{ id: Hex; terms: MeterTerms; sender: Address }> => {
      const logs = await client.getContractEvents({
        address: chain.escrow,
        abi: meterEscrowAbi,
        eventName: 'Opened',
        args: { payer },
        fromBlock: 0n,
        strict: true,
      })
      const log = logs.at(-1)
      if (!log) throw new TestingError('nothing_on_chain', `${payer} has opened no meter yet.`)
      const { from } = await client.getTransaction({ hash: log.transactionHash })
      return { ...log.args, sender: getAddress(from) }
    },
    /** Whether the escrow has paid everybody and closed a meter. A receipt may be on screen before. */
    isClosed: async (id: Hex): Promise<boolean> => {
      const logs = await client.getContractEvents({
        address: chain.escrow,
        abi: meterEscrowAbi,
        eventName: 'Closed',
        args: { id },
        fromBlock: 0n,
      })
      return logs.length > 0
    },
    /** The total charged for a meter, from the escrow's own events. */
    settledOf: async (id: Hex): Promise<{ gross: bigint; fee: bigint; transactions: Hex[] }> => {
      const logs = await client.getContractEvents({
        address: chain.escrow,
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
      if (!closed) throw new TestingError('nothing_on_chain', `${hash} closed no meter.`)
      return closed.args.refund
    },
  }
}
