import { EMBEDDED_CHAIN_ID } from '@per-second/protocol/chains'
import { toUnixSeconds, type UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import type { Clock } from '../../domain/clock.ts'
import { createSerialQueue } from '../../domain/serial-queue.ts'
import { RpcRejection } from '../transport/rpc-rejection.ts'
import { launchAnvil } from './launch-anvil.ts'
import { createStateSaver, dumpState } from './state-saver.ts'

/** How far the newest block may lie behind a ticking clock before an empty one is mined, in seconds. */
const IDLE_BLOCK_SECONDS = 60

/**
 * The chain of local mode. A block's timestamp is floor(clock), never ahead of it. Equal timestamps are legal
 * (docs/money.md, rule 15). Lost blocks are sent again at their own times before anything else gives it the clock's.
 */
export type EmbeddedChain = Awaited<ReturnType<typeof startEmbeddedChain>>

/**
 * @param parameters.dir the folder of state, port and process. Only one backend at a time may use it, and the caller
 * has to lock it
 * @param parameters.readyWithinMs how long its state may take to load
 */
export async function startEmbeddedChain(parameters: {
  dir: string
  clock: Clock
  log: Logger
  readyWithinMs?: number
}) {
  const { dir, clock, log, readyWithinMs } = parameters
  const { process, rpcUrl, rpc, stateFile } = await launchAnvil(dir, log, readyWithinMs)
  const now = () => toUnixSeconds(clock.now())
  const ask = <T>(method: string, ...params: unknown[]) => rpc.request<T>({ method, params })
  // Asked for without viem: the service's first answer does not wait until it is loaded.
  const newest = () => ask<{ hash: Hex; timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)
  const latest = async () => Number((await newest()).timestamp)

  // A loaded chain has forgotten its time: it would mine before its newest block, or at the machine's time.
  await ask('anvil_setTime', await latest())
  await ask('anvil_setBlockTimestampInterval', 0)

  const submissions = createSerialQueue()
  const saver = createStateSaver({
    file: stateFile,
    newest: async () => (await newest()).hash,
    dump: () => submissions(() => dumpState(rpcUrl)),
    log,
  })
  let ticked: UnixSeconds = 0

  /** A timestamp below the newest block's is refused. Strangers' blocks can be that new, never newer than the clock. */
  const setNextTimestamp = async (timestamp: UnixSeconds) => {
    try {
      await ask('evm_setNextBlockTimestamp', timestamp)
    } catch (error) {
      if (!(error instanceof RpcRejection)) throw error
      await ask('evm_setNextBlockTimestamp', await latest())
    }
  }
  const mineNow = async () => {
    await setNextTimestamp(now())
    await ask('evm_mine')
  }

  return {
    rpcUrl,
    chainId: EMBEDDED_CHAIN_ID,
    rpc,
    /** The process that runs the chain, and its end. */
    pid: process.pid,
    exited: process.exited,
    /** The timestamp a transaction signed now is to be recorded with. */
    now,
    /** From a transaction's signing to its block, and for moves of the clock: one at a time. Not reentrant. */
    exclusively: submissions,
    /** Sends signed bytes into a block with this timestamp and returns when it is mined. For `exclusively`. */
    send: async (
      sender: Address,
      { raw, hash, blockTimestamp }: { raw: Hex; hash: Hex; blockTimestamp: UnixSeconds | null },
    ) => {
      await setNextTimestamp(blockTimestamp ?? now())
      const { sendTransaction } = await import('../sender/send-transaction.ts')
      const { createChainClient } = await import('../transport/chain-client.ts')
      await sendTransaction(createChainClient(rpc), {
        sender,
        raw,
        hash,
        method: 'eth_sendRawTransactionSync',
      })
    },
    /** Gives the next block the clock's time. As often as wanted, asks once a second. Mines only when the newest block is a minute old. */
    tick: () =>
      submissions(async () => {
        // A block mined in this second is not older than its tick.
        const second = now()
        if (second === ticked) return
        if (second - (await latest()) >= IDLE_BLOCK_SECONDS) await mineNow()
        else await setNextTimestamp(second)
        ticked = second
      }),
    /** Gives the next block the clock's time and mines nothing: for each step of a move of the clock. */
    moveTime: () => submissions(() => setNextTimestamp(now())),
    /** Mines an empty block at the clock's time: after a move of the clock, and once lost blocks are back. */
    mine: () => submissions(mineNow),
    /** Saves the chain's state and ends it. */
    stop: async () => {
      await saver.stop()
      await process.kill()
    },
  }
}
