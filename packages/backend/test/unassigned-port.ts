import { randomInt } from 'node:crypto'
import { freePort } from '../src/chain/embedded/launch-anvil.ts'

/**
 * A free port for a server that listens only later. Systems assign ports from 32768 up (Linux), or from 49152 up (RFC
 * 6335), so a port below is not assigned to another program meanwhile. If the drawn port is in use, the result is an
 * assigned one after all.
 */
export function unassignedPort(): Promise<number> {
  return freePort(randomInt(20_000, 32_768))
}
