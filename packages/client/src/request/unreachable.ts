import { type ConnectionReason, connectionReason } from './connection-reason.ts'
import { isErrorLike } from './error-like.ts'
import { ConnectionError } from './errors.ts'
import { isBrowser } from './runtime.ts'

const SENTENCES: Record<Exclude<ConnectionReason, 'unknown'>, string> = {
  refused: 'nothing accepts connections there. Does the service run, and is the port right?',
  name_unknown: 'its name is unknown. Check the spelling of baseUrl.',
  timed_out: 'connecting took too long.',
  tls: 'there is no secure connection. Check its certificate, and whether baseUrl needs http or https.',
  broken_off: 'the connection broke off.',
}

/** The error of a service that could not be reached. `cause` is the runtime's error, already without the key. */
export function unreachable(address: string, cause: unknown): ConnectionError {
  const { reason, code } = connectionReason(cause)
  const said = code ? ` (${code})` : ''
  const message = `The service at ${address} could not be reached${said}: ${sentence(reason, cause)}`
  return new ConnectionError('connection_failed', message, { cause, address, reason })
}

function sentence(reason: ConnectionReason, cause: unknown): string {
  if (reason !== 'unknown') return SENTENCES[reason]
  return isBrowser()
    ? 'browsers hide the reason. The page may be offline, or its content security policy forbids the address.'
    : `${lastMessage(cause)}.`
}

/** fetch says only that it failed. The reason is at the end of its chain of causes. */
function lastMessage(cause: unknown): string {
  let last = 'the runtime gives no reason'
  for (let each = cause; isErrorLike(each); each = each.cause) last = each.message || last
  return last
}
