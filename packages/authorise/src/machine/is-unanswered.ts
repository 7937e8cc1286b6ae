const UNANSWERED = new Set([
  'service_unreachable',
  'service_timeout',
  'response_invalid',
  'rate_limit_exceeded',
  'chain_unavailable',
  'internal_error',
  'unexpected',
])

/** Whether a failed call leaves open what the service did: nobody knows whether the escrow was opened. */
export function isUnanswered({ code }: { code: string }): boolean {
  // Without a code of the service's own, somebody on the way answered in its place.
  return UNANSWERED.has(code) || /^http_\d/.test(code)
}
