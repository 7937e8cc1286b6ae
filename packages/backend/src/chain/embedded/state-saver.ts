import { rename, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip as gunzipWithCallback } from 'node:zlib'
import type { Hex } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import { postJson } from '../transport/post-json.ts'

const gunzip = promisify(gunzipWithCallback)

const EVERY_MILLIS = 1_000

/** Saving takes a twentieth of the time at most: the state holds every block, and grows with them. */
const WAIT_PER_SAVE = 19

const DUMP_LIMITS = { millis: 60_000, bytes: 500_000_000 }

/** How long the last save may take when the service stops. */
const LAST_MILLIS = 2_000

/**
 * Keeps the state of the embedded chain in its file: every second with a new block, or less often when a save takes
 * longer than a twentieth of that, and at the end. The interval of anvil itself would write all of the state each second,
 * changed or not. The chain is stopped meanwhile, and a kill tears the file. This file is renamed into place.
 *
 * @param parameters.dump see `dumpState`. It begins when no block of ours is pending
 * @param parameters.newest the hash of the newest block
 */
export function createStateSaver(parameters: {
  file: string
  newest: () => Promise<Hex>
  dump: () => Promise<Uint8Array>
  log: Logger
  everyMillis?: number
}): { stop(): Promise<void> } {
  const { file, newest, dump, log, everyMillis = EVERY_MILLIS } = parameters
  const stopping = new AbortController()
  let saved: Hex | null = null
  let isFailing = false
  let isOver = false

  const save = async () => {
    const block = await newest()
    if (saved === block && !stopping.signal.aborted) return
    const state = await dump()
    if (isOver) return
    await writeFile(`${file}.new`, state, { flush: true })
    if (isOver) return
    await rename(`${file}.new`, file)
    saved = block
  }

  const run = async () => {
    for (let wait = everyMillis; ; ) {
      await delay(wait, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      const started = performance.now()
      try {
        await save()
        isFailing = false
      } catch (error) {
        if (!isFailing && !stopping.signal.aborted)
          log.warn({ err: error }, 'the state of the embedded chain could not be saved')
        isFailing = true
      }
      wait = Math.max(everyMillis, WAIT_PER_SAVE * (performance.now() - started))
    }
  }
  const running = run()

  return {
    /** Saves the state once more. It does not wait long for a silent chain, and writes nothing afterwards. */
    stop: async () => {
      stopping.abort()
      const last = running.then(save).catch(() => undefined)
      await Promise.race([last, delay(LAST_MILLIS, undefined, { ref: false })])
      isOver = true
    },
  }
}

/** The whole state, in the words of the chain's own file. Asked past the usual limits of an answer. */
export async function dumpState(rpcUrl: string): Promise<Uint8Array> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_dumpState', params: [] })
  const { text } = await postJson(rpcUrl, body, DUMP_LIMITS)
  const { result } = JSON.parse(text) as { result?: unknown }
  if (typeof result !== 'string') throw new Error('the chain does not tell its state')
  return gunzip(Buffer.from(result.slice(2), 'hex'))
}
