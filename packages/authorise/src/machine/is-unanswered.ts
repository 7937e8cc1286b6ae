const UNANSWERED = new Set([
  'service_unreachable',
  'service_timeout',
  'response_invalid',
  'rate_limit_exceeded',
  'chain_unavailable',
  'internal_error',
  'unexpected',
])

/** Whether a failed call leaves the outcome open: the escrow may have been opened. */
export function isUnanswered({ code }: { code: string }): boolean {
  // Without a code of the service, a proxy responded in its place.
  return UNANSWERED.has(code) || /^http_\d/.test(code)
}
