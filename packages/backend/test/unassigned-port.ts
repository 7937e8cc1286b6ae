import { randomInt } from 'node:crypto'
import { freePort } from '../src/chain/embedded/launch-anvil.ts'

/**
 * A free port for a server that listens only later. Systems assign ports from 32768 up (Linux), or from 49152 up (RFC 6335): one from
 * below is not taken meanwhile by whoever asks for any. Where the one that was drawn is in use it is one of those after all.
 */
export function unassignedPort(): Promise<number> {
  return freePort(randomInt(20_000, 32_768))
}
