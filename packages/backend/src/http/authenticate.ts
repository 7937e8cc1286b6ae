import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { tokenEndsAt } from '../actions/client-token.ts'
import { ApiError } from '../domain/api-error.ts'
import type { CheckoutSession, Scope } from '../domain/entities.ts'
import { secretHash } from '../domain/secret-hash.ts'
import type { Deps } from '../routes/deps.ts'
import { sessionOrRefuse } from '../routes/find-or-refuse.ts'
import type { Route } from '../routes/route.ts'
import type { Transaction } from '../storage/storage.ts'

/** The proven caller of a request about a merchant's objects: its server, or the page of a session, with a token where it has one. */
export type Identity = { scope: Scope; session?: CheckoutSession; tokenId?: string }

/** The credential of a request: null without an `Authorization` header, empty when it is not a bearer's. */
export type Credential = string | null

/**
 * Reads the credential of a request, and refuses a credential that no look-up could make valid.
 *
 * @throws {ApiError} `live_key_in_browser`, `secret_key_on_client_route`
 */
export function readCredential(c: Context, route: Pick<Route, 'path'>): Credential {
  const header = c.req.header('Authorization')
  const secret = header === undefined ? null : (/^bearer +([\x21-\x7e]+)$/i.exec(header)?.[1] ?? '')
  const text = inPlainText(header ?? '')
  refuseLiveKeyInBrowser(c, text)
  const sent = [text, ...Object.values(c.req.param() as Record<string, string>)]
  if (route.path.startsWith('/v1/client/') && sent.some(each => /\bsk_/.test(each))) {
    throw new ApiError(
      'secret_key_on_client_route',
      'Do not send a secret key to a client route, in the header or in the path: a page must never hold one. Send the client token or no Authorization header.',
    )
  }
  return secret
}

/**
 * Identifies the caller of a route. Keys and tokens are read from the database at every request, so that a revocation
 * holds at the next one, in every process.
 *
 * @returns null for the operator, and for any caller of a route about no merchant's objects
 * @throws {ApiError} of type `authentication_error`, or `resource_missing` for an unknown session id, which is a page's
 * capability
 */
export async function authenticate(
  { auth, secret, params }: Pick<Route, 'auth'> & { secret: Credential; params: Record<string, string> },
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Transaction,
): Promise<Identity | null> {
  switch (auth) {
    case 'secret':
      return authenticateMerchant(secret, deps, tx)
    case 'client':
      return authenticateClient({ secret, params }, deps, tx)
    case 'admin':
      authenticateAdmin(secret, deps)
      return null
    case 'none': {
      const session = params.cs === undefined ? null : await sessionOrRefuse(tx, params.cs)
      return session && { scope: scopeOf(session), session }
    }
  }
}

function scopeOf({ merchantId, mode }: Scope): Scope {
  return { merchantId, mode }
}

/** `curl -u sk_…:` sends the key in base64. */
function inPlainText(header: string): string {
  const [, credentials] = /^basic +(\S+)/i.exec(header) ?? []
  return credentials === undefined ? header : `${header} ${Buffer.from(credentials, 'base64').toString()}`
}

/**
 * Valid or not, and under any scheme: a page that holds a live key has leaked it. `Sec-Fetch-Mode` says nothing, Node's own fetch
 * sends it.
 */
function refuseLiveKeyInBrowser(c: Context, header: string): void {
  if (!/\bsk_live_/.test(header)) return
  if (c.req.header('Origin') === undefined && c.req.header('Sec-Fetch-Site') === undefined) return
  throw new ApiError(
    'live_key_in_browser',
    'A live key was sent from a browser. Keep it on your server, and rotate this one now.',
  )
}

async function authenticateMerchant(
  secret: Credential,
  deps: Pick<Deps, 'clock'>,
  tx: Transaction,
): Promise<Identity> {
  if (secret === null) {
    throw new ApiError('api_key_missing', 'Send your secret key as Authorization: Bearer sk_….')
  }
  if (secret === '') {
    throw new ApiError(
      'api_key_invalid',
      'The Authorization header holds no bearer token. Send your secret key as Authorization: Bearer sk_….',
    )
  }
  const wellFormed = /^sk_(test|live)_[0-9A-Za-z]+$/.test(secret)
  const key = wellFormed ? await tx.apiKeys.get(secretHash(secret)) : null
  if (key === null)
    throw new ApiError(
      'api_key_invalid',
      'Unknown secret key. Check that it is complete and from this service.',
    )
  if (key.revokedAt !== null && key.revokedAt <= deps.clock.now()) {
    throw new ApiError('api_key_revoked', 'This secret key was revoked. Use its replacement.')
  }
  return { scope: scopeOf(key) }
}

async function authenticateClient(
  { secret, params }: { secret: Credential; params: Record<string, string> },
  deps: Pick<Deps, 'clock'>,
  tx: Transaction,
): Promise<Identity> {
  if (!secret?.startsWith('ct_')) throw clientTokenInvalid()
  const token = await tx.tokens.get(secretHash(secret))
  if (token === null || token.revokedAt !== null) throw clientTokenInvalid()
  const session = await tx.sessions.get(token.sessionId)
  const subscriptionId = session?.customerId === token.customerId ? session.subscriptionId : null
  const meter = subscriptionId === null ? null : await tx.subscriptions.get(subscriptionId)
  if (session === null || meter === null) throw clientTokenInvalid()
  if (tokenEndsAt(token, meter) <= deps.clock.now()) {
    throw new ApiError('client_token_expired', 'This client token has expired. Sign in again.')
  }
  // A token opens its own session and meter. For any other object it is treated as unknown.
  const isOwn =
    (params.cs === undefined || params.cs === session.id) &&
    (params.sub === undefined || params.sub === meter.id)
  if (!isOwn) throw clientTokenInvalid()
  return { scope: scopeOf(session), session, tokenId: token.id }
}

/** @throws {ApiError} `api_key_missing`, `api_key_invalid` */
export function authenticateAdmin(
  secret: Credential,
  { config: { adminToken } }: Pick<Deps, 'config'>,
): void {
  if (secret === null)
    throw new ApiError('api_key_missing', 'Send the admin token as Authorization: Bearer ….')
  if (adminToken === null || !isSame(secret, adminToken)) {
    throw new ApiError('api_key_invalid', 'This is not the admin token of this service.')
  }
}

function clientTokenInvalid(): ApiError {
  return new ApiError('client_token_invalid', 'This client token is not valid here. Sign in again.')
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash(given)), Buffer.from(secretHash(expected)))
}
