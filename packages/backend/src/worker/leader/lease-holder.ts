import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { processStartTime } from '../../chain/embedded/process-identity.ts'

/** The holder of a lease: its machine, its process, and whether its chain is its own. */
type LeaseHolder = {
  machine: string
  pid: number
  started: string
  embedded: boolean
  id: string
}

/** This process's name in a lease, with a unique part. */
export function describeHolder({ embedded }: { embedded: boolean }): string {
  const started = processStartTime(process.pid) ?? ''
  const id = randomBytes(8).toString('hex')
  const holder = { machine: machine(), pid: process.pid, started, embedded, id }
  return JSON.stringify(holder satisfies LeaseHolder)
}

/** The holder in words. */
export function nameHolder(holder: string): string {
  const { pid, machine } = parse(holder)
  const [host] = machine.split('/')
  return host ? `process ${pid} on ${host}` : `process ${pid}`
}

/** Whether the holder has a chain that belongs to it alone. */
export function hasEmbeddedChain(holder: string): boolean {
  return parse(holder).embedded === true
}

/** Whether the holder is known to have ended: it ran on this machine, and its process is no more. Elsewhere only time tells. */
export function hasEnded(holder: string): boolean {
  const named = parse(holder)
  const knowable = named.machine !== '' && named.machine === machine() && named.started !== ''
  return knowable && processStartTime(named.pid) !== named.started
}

function parse(holder: string): LeaseHolder {
  return JSON.parse(holder) as LeaseHolder
}

/**
 * Process ids are comparable only on one boot of one host in one pid namespace. The value is empty where that is
 * unknown.
 */
function machine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${hostname()}/${boot}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return ''
  }
}
