import { hash } from 'node:crypto'
import type { Context } from 'hono'
import { ApiError } from '../../domain/api-error.ts'
import type { Owner, Route } from '../../routes/route.ts'

/** A request that must not act twice. `id` is the record's. `secret` is the key as it was sent, which is not stored. */
export type IdempotencyKey = { id: string; fingerprint: string; secret: string }

/**
 * The `Idempotency-Key` of a POST, bound to who sent it (merchant and mode, or the session of a client route) and to method, path
 * and parsed body.
 *
 * @throws {ApiError} `idempotency_key_invalid`
 */
export function readIdempotencyKey(
  c: Context,
  route: Route,
  { owner, body }: { owner: Owner | null; body: object },
): IdempotencyKey | null {
  const key = route.method === 'POST' ? c.req.header('Idempotency-Key') : undefined
  if (key === undefined) return null
  if (timesSent(c) > 1 || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new ApiError(
      'idempotency_key_invalid',
      'An Idempotency-Key is 1 to 255 printable ASCII characters, sent once.',
      {
        param: 'Idempotency-Key',
      },
    )
  }
  const call = `${route.method}\n${c.req.path}\n${canonicalJson(body)}`
  return { id: digest(`${scopeOf(route, owner)}\n${key}`), fingerprint: digest(call), secret: key }
}

function scopeOf({ auth }: Route, owner: Owner | null): string {
  if (owner === null) return auth
  return auth === 'secret' ? `merchant:${owner.merchant}` : `session:${owner.session}`
}

/** Node joins repeated headers with a comma, which a key may contain: only the raw list tells. */
function timesSent(c: Context): number {
  const raw: unknown = c.env?.incoming?.rawHeaders
  if (!Array.isArray(raw)) return 1
  return raw.filter((name, index) => index % 2 === 0 && /^idempotency-key$/i.test(String(name))).length
}

/** The same text for the same members in any order. Only bodies that fit a schema come here: depth is bounded. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join()}}`
}

function digest(text: string): string {
  return hash('sha256', text)
}
