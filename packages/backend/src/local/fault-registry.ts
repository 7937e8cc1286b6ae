/** How a call can be made to fail in local mode. `token_paused` counts settlements, the others requests. */
export type FaultKind = 'rate_limit' | 'server_error' | 'timeout' | 'lost_response' | 'token_paused'

export type Fault = { kind: FaultKind; count: number; path: string | null; merchant: string | null }

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
    take: (kinds: readonly FaultKind[], target: FaultTarget) => {
      const struck = faults.find(fault => kinds.includes(fault.kind) && matches(fault, target))
      if (struck === undefined) return null
      struck.count -= 1
      if (struck.count === 0) faults = faults.filter(fault => fault !== struck)
      return struck.kind
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
