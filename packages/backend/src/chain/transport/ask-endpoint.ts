import { secretsOfAddress } from '../../observability/address-secrets.ts'
import { withoutSecrets, withoutSecretsIn } from '../../observability/scrub.ts'
import { ChainError } from '../chain-error.ts'
import { AnswerTooLate, AnswerTooLong, postJson } from './post-json.ts'
import { checkRpcAnswer } from './rpc-answers.ts'
import { RpcRejection } from './rpc-rejection.ts'

/** Longer answers are cut off, in bytes: only logs come near it, which are asked for again in smaller ranges then. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

/** Unauthorised, payment required, forbidden (RFC 9110, section 15.5). */
const NOT_FOR_US = new Set([401, 402, 403])

type RpcAnswer = { result?: unknown; error?: { code?: unknown; message?: unknown; data?: unknown } }

/**
 * Asks one JSON-RPC 2.0 endpoint once. Its address may hold a key, which is in no error, also where the endpoint repeats it.
 *
 * @param timeoutMs real milliseconds for the whole answer
 * @throws RpcRejection when the endpoint answers with an error; `ChainError` when it does not answer, or with something that is no
 *   answer to this question
 */
export async function askEndpoint(
  url: string,
  { id, method, params }: { id: number; method: string; params: readonly unknown[] },
  timeoutMs: number,
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
  const { status, text } = await post(url, method, body, timeoutMs)
  const answer = parse(text)
  // From 429 on it is the endpoint that is in trouble, not the request: another one may answer. So it is with a key that is not
  // accepted (any more). Nodes put JSON-RPC errors into answers with an HTTP error status too: else the body decides.
  if (status >= 429 || NOT_FOR_US.has(status) || answer === null)
    throw new ChainError('unreachable', `${method}: the endpoint answered with HTTP status ${status}`)
  if (answer.error !== undefined && answer.error !== null) {
    const { code, message, data } = answer.error
    const secrets = secretsOfAddress(url)
    const said = withoutSecrets(String(message), secrets)
    throw new RpcRejection(method, typeof code === 'number' ? code : 0, said, withoutSecretsIn(data, secrets))
  }
  checkRpcAnswer(method, params, answer.result)
  return answer.result
}

async function post(
  url: string,
  method: string,
  body: string,
  timeoutMs: number,
): Promise<{ status: number; text: string }> {
  try {
    return await postJson(url, body, { millis: timeoutMs, bytes: MAX_ANSWER_BYTES })
  } catch (error) {
    if (error instanceof AnswerTooLate)
      throw new ChainError('timeout', `${method}: the chain took too long to answer`, { cause: error })
    if (error instanceof AnswerTooLong)
      throw new ChainError('unreachable', `${method}: the endpoint's answer is too long`, { cause: error })
    throw new ChainError('unreachable', `${method}: the chain cannot be reached`, { cause: error })
  }
}

function parse(text: string): RpcAnswer | null {
  try {
    const answer: unknown = JSON.parse(text)
    const isAnswer =
      typeof answer === 'object' && answer !== null && ('result' in answer || 'error' in answer)
    return isAnswer ? (answer as RpcAnswer) : null
  } catch {
    return null
  }
}
