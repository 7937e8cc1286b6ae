import { EMBEDDED_CHAIN_ID } from '@per-second/protocol/chains'
import { toUnixSeconds, type UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import type { Clock } from '../../domain/clock.ts'
import { blockAt } from '../confirmations.ts'
import { sendTransaction } from '../sender/send-transaction.ts'
import { createSerialQueue } from '../sender/serial-queue.ts'
import type { WatchedRpc } from '../transport/json-rpc.ts'
import { launchAnvil } from './launch-anvil.ts'
import { createStateSaver, dumpState } from './state-saver.ts'

/** How far the newest block may lie behind a ticking clock before an empty one is mined, in seconds. */
const IDLE_BLOCK_SECONDS = 60

/**
 * The chain of local mode. A block's timestamp is floor(clock), never ahead of it; equal timestamps are legal
 * (docs/money.md, rule 15). Until `followClock` the clock is left alone, so that lost blocks can be sent again at their own times.
 */
export type EmbeddedChain = {
  rpcUrl: string
  chainId: number
  rpc: WatchedRpc
  /** The process that runs the chain, and its end. */
  pid: number
  exited: Promise<void>
  /** The timestamp a transaction signed now is to be recorded with. */
  now(): UnixSeconds
  /** From a transaction's signing to its block, and for moves of the clock: one at a time. Not reentrant. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Sends signed bytes into a block with this timestamp and returns when it is mined. For `exclusively`. */
  send(
    sender: Address,
    transaction: { raw: Hex; hash: Hex; blockTimestamp: UnixSeconds | null },
  ): Promise<void>
  /** Lost blocks are back: from now on time is the clock's. Mines a block. */
  followClock(): Promise<void>
  /** Gives the next block the clock's time. As often as wanted, asks once a second. Mines only when the newest block is a minute old. */
  tick(): Promise<void>
  /** Mines an empty block at the clock's time: after each move of the clock. */
  mine(): Promise<void>
  /** Lets the chain save its state and end. */
  stop(): Promise<void>
}

/** @param dir where state, port and process are kept; only one backend at a time may use it, which is the caller's to lock */
export async function startEmbeddedChain(parameters: {
  dir: string
  clock: Clock
  log: Logger
}): Promise<EmbeddedChain> {
  const { dir, clock, log } = parameters
  const { process, rpcUrl, rpc, stateFile } = await launchAnvil(dir, log)
  const now = () => toUnixSeconds(clock.now())
  const latest = async () => (await blockAt(rpc, 'latest')).timestamp

  // A loaded chain has forgotten its time: it would mine before its newest block, or at the machine's time.
  await rpc.request('anvil_setTime', [await latest()])
  await rpc.request('anvil_setBlockTimestampInterval', [0])

  const submissions = createSerialQueue()
  const moves = createSerialQueue()
  const saver = createStateSaver({
    file: stateFile,
    newest: async () => (await blockAt(rpc, 'latest')).hash,
    dump: () => submissions(() => dumpState(rpcUrl)),
    hasEnded: process.hasExited,
    log,
  })
  let following = false
  let ticked: UnixSeconds = 0

  /** A timestamp below the newest block's is refused; strangers' blocks can be that new, never newer than the clock. */
  const setNextTimestamp = async (timestamp: UnixSeconds) => {
    await rpc.request('evm_setNextBlockTimestamp', [Math.max(timestamp, await latest())])
  }
  const mineNow = () =>
    moves(async () => {
      await setNextTimestamp(now())
      await rpc.request('evm_mine')
    })

  return {
    rpcUrl,
    chainId: EMBEDDED_CHAIN_ID,
    rpc,
    pid: process.pid,
    exited: process.exited,
    now,
    exclusively: submissions,
    send: (sender, { raw, hash, blockTimestamp }) =>
      moves(async () => {
        await setNextTimestamp(blockTimestamp ?? now())
        await sendTransaction(rpc, sender, { raw, hash }, 'eth_sendRawTransactionSync')
      }),
    followClock: () =>
      submissions(async () => {
        following = true
        await mineNow()
      }),
    tick: () =>
      submissions(async () => {
        // Whatever was mined in this second is not older than its tick.
        const second = now()
        if (!following || second === ticked) return
        if (second - (await latest()) >= IDLE_BLOCK_SECONDS) await mineNow()
        else await moves(() => setNextTimestamp(second))
        ticked = second
      }),
    mine: () =>
      submissions(async () => {
        if (following) await mineNow()
      }),
    stop: async () => {
      await saver.stop()
      await process.stop()
    },
  }
}
