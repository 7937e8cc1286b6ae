import { secretsOfAddress } from '../../observability/address-secrets.ts'
import { withoutSecrets, withoutSecretsIn } from '../../observability/scrub.ts'
import { ChainError } from '../chain-error.ts'
import { AnswerTooLate, AnswerTooLong, postJson } from './post-json.ts'
import { revertedData } from './reverted-data.ts'
import { checkedAnswer } from './rpc-answers.ts'
import { RpcRejection } from './rpc-rejection.ts'

/** Longer answers are cut off, in bytes: only logs come near it, which are asked for again in smaller ranges then. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

/** An endpoint's message is cut after so many characters. */
const LONGEST_MESSAGE = 500

/** Unauthorised, payment required, forbidden (RFC 9110, section 15.5). */
const NOT_FOR_US = new Set([401, 402, 403])

/** The questions that run a call: the execution of any other one proves nothing. */
const RUN_A_CALL = new Set(['eth_call', 'eth_estimateGas'])

type RpcAnswer = { result: unknown; error: unknown }

/**
 * Calls one JSON-RPC 2.0 endpoint once. Its address may hold a key, which is in no error, also where the endpoint
 * repeats it.
 *
 * @param timeoutMs real milliseconds for the whole answer
 * @throws RpcRejection when the endpoint responds with an error. `ChainError` when it does not respond, or its response
 * does not match this request
 */
export async function askEndpoint(
  url: string,
  { id, method, params }: { id: number; method: string; params: readonly unknown[] },
  timeoutMs: number,
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
  const { status, text } = await post(url, method, body, timeoutMs)
  const answer = parse(text)
  const reverted = answer?.error && RUN_A_CALL.has(method) ? revertedData(answer.error, body) : null
  // Nodes put a revert into an answer with any HTTP status. Otherwise an error status says more than the body.
  const isOfEndpoint = status >= 429 || NOT_FOR_US.has(status)
  if (answer === null || (isOfEndpoint && reverted === null))
    throw new ChainError('unreachable', `${method}: the endpoint answered with HTTP status ${status}`)
  if (answer.error) {
    const { code, data } = Object(answer.error) as { code?: unknown; data?: unknown }
    const secrets = secretsOfAddress(url)
    const said = withoutSecrets(wordsOf(answer.error), secrets)
    throw new RpcRejection(method, Number(code) || 0, said, withoutSecretsIn(data, secrets), reverted)
  }
  return checkedAnswer(method, params, answer.result)
}

/** Its message, or the whole error where it has none. */
function wordsOf(error: unknown): string {
  const { message = error } = Object(error) as { message?: unknown }
  return (typeof message === 'string' ? message : JSON.stringify(message)).slice(0, LONGEST_MESSAGE)
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

/** Null for anything but a JSON-RPC answer. Some servers wrap it in a list, or leave out a result that is null. */
function parse(text: string): RpcAnswer | null {
  try {
    const parsed: unknown = JSON.parse(text)
    const answer: unknown = Array.isArray(parsed) && parsed.length === 1 ? parsed[0] : parsed
    if (typeof answer !== 'object' || answer === null) return null
    if (!('result' in answer || 'error' in answer || 'jsonrpc' in answer)) return null
    return { result: null, error: null, ...answer }
  } catch {
    return null
  }
}
