import type { faultSchema } from '@per-second/protocol/schema'
import type { z } from 'zod'

/** How the next calls fail in local mode. */
export type Fault = z.output<typeof faultSchema>

/** The call a fault may strike. `paths`: the request's path and its route's template. */
export type FaultTarget = { paths: readonly string[]; merchantId: string | null }

export type FaultRegistry = ReturnType<typeof createFaultRegistry>

export function createFaultRegistry() {
  let faults: Fault[] = []
  return {
    /**
     * Arms a fault in place of an equal one. With `count` 0 it clears it, or, without path and merchant, everything of
     * its kind.
     */
    set: (given: Fault) => {
      // Paths below a path fail with it, whether or not it ends in a slash.
      const fault = { ...given, path: given.path?.replace(/\/+$/, '') ?? null }
      faults = faults.filter(other => !replaces(fault, other))
      if (fault.count > 0) faults.push(fault)
    },
    /** Uses up one fault of these kinds that matches, oldest first, and says which kind it was. */
    take: <Kind extends Fault['kind']>(kinds: readonly Kind[], target: FaultTarget): Kind | null => {
      const struck = faults.find(fault => kinds.some(kind => kind === fault.kind) && matches(fault, target))
      if (struck === undefined) return null
      struck.count -= 1
      if (struck.count === 0) faults = faults.filter(fault => fault !== struck)
      return struck.kind as Kind
    },
    /** Whether anything is armed: an unarmed registry must cost a request nothing. */
    get armed() {
      return faults.length > 0
    },
  }
}

function replaces(fault: Fault, other: Fault): boolean {
  if (fault.kind !== other.kind) return false
  const clearsKind = fault.count === 0 && fault.path === null && fault.merchant === null
  return clearsKind || (fault.path === other.path && fault.merchant === other.merchant)
}

function matches(fault: Fault, target: FaultTarget): boolean {
  if (fault.merchant !== null && fault.merchant !== target.merchantId) return false
  const { path } = fault
  return (
    path === null || target.paths.some(candidate => candidate === path || candidate.startsWith(`${path}/`))
  )
}
