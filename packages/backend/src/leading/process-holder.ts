import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { processStartTime } from '../chain/embedded/process-identity.ts'

/** This process's name in a lease: where it runs, which process it is, and a part nobody else has. */
export function describeProcess(): string {
  const started = processStartTime(process.pid) ?? ''
  return JSON.stringify({ machine: machine(), pid: process.pid, started, id: randomBytes(8).toString('hex') })
}

/** Whether the holder is known to have ended: it ran on this machine, and its process is no more. Elsewhere only time tells. */
export function hasEnded(holder: string): boolean {
  const named = JSON.parse(holder) as { machine: string; pid: number; started: string }
  const knowable = named.machine !== '' && named.machine === machine() && named.started !== ''
  return knowable && processStartTime(named.pid) !== named.started
}

/** Process ids mean something only on one boot of one host in one pid namespace; empty where that cannot be known. */
function machine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${hostname()}/${boot}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return ''
  }
}
