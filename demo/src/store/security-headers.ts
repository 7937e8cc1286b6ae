import type { MiddlewareHandler } from 'hono'

/**
 * The strictest policy the element works under: nothing inline, nothing from elsewhere, and the two origins it talks to, the
 * billing service and, for the dev wallet, the chain. Lit's is the one Trusted Types policy.
 */
export function securityHeaders(connectTo: string[]): MiddlewareHandler {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${connectTo.map(address => new URL(address).origin).join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')
  return async (context, next) => {
    await next()
    context.header('Content-Security-Policy', policy)
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Referrer-Policy', 'no-referrer')
  }
}
