import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

/** The holder of a lease: its process, and whether its chain is its own. */
type LeaseHolder = { host: string; pid: number; embedded: boolean; id: string }

/** This process's name in a lease, with a unique part. */
export function describeHolder({ embedded }: { embedded: boolean }): string {
  const id = randomBytes(8).toString('hex')
  return JSON.stringify({ host: hostname(), pid: process.pid, embedded, id } satisfies LeaseHolder)
}

/** The holder in words. */
export function nameHolder(holder: string): string {
  const { pid, host } = JSON.parse(holder) as LeaseHolder
  return `process ${pid} on ${host}`
}

/** Whether the holder has a chain that belongs to it alone. */
export function hasEmbeddedChain(holder: string): boolean {
  return (JSON.parse(holder) as LeaseHolder).embedded
}
