import { isErrorLike } from './error-like.ts'

/**
 * The reason for a failed connection, as far as the runtime gives a code. Browsers give none, for the safety of their
 * users.
 */
export type ConnectionReason = 'refused' | 'name_unknown' | 'timed_out' | 'tls' | 'broken_off' | 'unknown'

const REASONS: Record<string, ConnectionReason> = {
  ECONNREFUSED: 'refused',
  ConnectionRefused: 'refused',
  ENOTFOUND: 'name_unknown',
  EAI_AGAIN: 'name_unknown',
  ETIMEDOUT: 'timed_out',
  UND_ERR_CONNECT_TIMEOUT: 'timed_out',
  ECONNRESET: 'broken_off',
  EPIPE: 'broken_off',
  UND_ERR_SOCKET: 'broken_off',
  ConnectionClosed: 'broken_off',
  EPROTO: 'tls',
}

/** OpenSSL has some forty codes for certificates alone. */
const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|HOSTNAME_MISMATCH)/

/** The first reason along an error's chain of causes, with the code that gave it. */
export function connectionReason(error: unknown): { reason: ConnectionReason; code?: string } {
  for (let each = error; isErrorLike(each); each = each.cause) {
    const { code } = each
    if (typeof code !== 'string') continue
    const reason = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined
    if (reason) return { reason, code }
    if (TLS_CODE.test(code)) return { reason: 'tls', code }
  }
  return { reason: 'unknown' }
}
