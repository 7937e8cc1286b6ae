import { secretsOfAddress, withoutSecrets } from '../../observability/scrub.ts'
import { ChainError } from '../chain-error.ts'
import { AnswerTooLate, AnswerTooLong, postJson } from './post-json.ts'
import { RpcRejection, revertedData } from './rpc-rejection.ts'

/** Longer answers are cut off, in bytes: only logs come near it, which are asked for again in smaller ranges then. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

/** An endpoint's message is cut after so many characters. */
const LONGEST_MESSAGE = 500

/** Unauthorised, payment required, forbidden (RFC 9110, section 15.5). */
const NOT_FOR_US = new Set([401, 402, 403])

/** Servers put any error of a node into an answer with one of these (RFC 9110, section 15.6). */
const ANY_ERROR = new Set([500, 501])

/** The questions that run a call: the execution of any other one proves nothing. */
const RUN_A_CALL = new Set(['eth_call', 'eth_estimateGas'])

type RpcAnswer = { id: unknown; result: unknown; error: unknown }

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
  const { status, text } = await post(url, { method, body, timeoutMs })
  const answer = parse(text)
  const reverted = answer?.error && RUN_A_CALL.has(method) ? revertedData(answer.error, body) : null
  // Nodes put a revert into an answer with any HTTP status. Otherwise an error status says more than the body.
  const isOfEndpoint = NOT_FOR_US.has(status) || (status >= 429 && !(ANY_ERROR.has(status) && answer?.error))
  if (answer === null)
    throw new ChainError(
      'unreachable',
      `${method}: the endpoint's answer is not JSON-RPC (HTTP status ${status})`,
    )
  if (isOfEndpoint && reverted === null)
    throw new ChainError('unreachable', `${method}: the endpoint answered with HTTP status ${status}`)
  // Some gateways leave the id out, also of their own errors. Another one is of another request, as of a cache that does not read bodies.
  const isOfAnother = answer.id !== null && String(answer.id) !== String(id)
  if (isOfAnother && (reverted !== null || !answer.error))
    throw new ChainError('unreachable', `${method}: the endpoint answered another request`)
  if (answer.error) {
    const { code } = Object(answer.error) as { code?: unknown }
    const said = withoutSecrets(wordsOf(answer.error), secretsOfAddress(url))
    throw new RpcRejection(method, { code: Number(code) || 0, text: said, reverted })
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
  { method, body, timeoutMs }: { method: string; body: string; timeoutMs: number },
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
    return { id: null, result: null, error: null, ...answer }
  } catch {
    return null
  }
}

type Check = (result: unknown, params: readonly unknown[]) => boolean

const isQuantity: Check = result => typeof result === 'string' && /^0x[0-9a-f]+$/i.test(result)
const isData: Check = result => typeof result === 'string' && /^0x([0-9a-f]{2})*$/i.test(result)
/** In lower case, as the execution API writes it: hashes are compared as text, and stored. */
const isHash: Check = result => typeof result === 'string' && /^0x[0-9a-f]{64}$/.test(result)
const isAddress: Check = result => typeof result === 'string' && /^0x[0-9a-f]{40}$/i.test(result)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const none: readonly unknown[] = []

/** Every chain has a newest block. One that was asked for by its hash or number must be that block. */
const isBlock: Check = (result, [which]) =>
  (result === null && which !== 'latest') ||
  (isObject(result) &&
    isQuantity(result.number, none) &&
    isQuantity(result.timestamp, none) &&
    isHash(result.hash, none) &&
    (isHash(which, none)
      ? result.hash === which
      : !isQuantity(which, none) || Number(result.number) === Number(which)))

const isLog: Check = log =>
  isObject(log) &&
  Array.isArray(log.topics) &&
  log.topics.every(topic => isHash(topic, none)) &&
  isData(log.data, none) &&
  isAddress(log.address, none) &&
  isQuantity(log.blockNumber, none) &&
  isHash(log.blockHash, none) &&
  isHash(log.transactionHash, none) &&
  isQuantity(log.logIndex, none)

const isLogs: Check = result => Array.isArray(result) && result.every(log => isLog(log, none))

const isSame = (one: unknown, other: unknown) => String(one).toLowerCase() === String(other).toLowerCase()

type FoundLog = { address: string; topics: string[]; blockNumber: string }
type LogFilter = {
  address: string
  topics: (string | string[] | null)[]
  fromBlock: string
  toBlock: string
}

/** Logs must be those of the filter: any contract may write events like the escrow's. */
const areOfFilter: Check = (result, [filter]) => {
  const { address, topics, fromBlock, toBlock } = filter as LogFilter
  const isOfFilter = (log: FoundLog) =>
    isSame(log.address, address) &&
    // A block's name is no number: it bounds nothing here.
    !(Number(log.blockNumber) < Number(fromBlock) || Number(log.blockNumber) > Number(toBlock)) &&
    topics.every(
      (topic, place) => topic === null || [topic].flat().some(each => isSame(each, log.topics[place])),
    )
  return isLogs(result, none) && (result as FoundLog[]).every(isOfFilter)
}

/** A receipt must be the requested one: a proxy that mixes up responses must pay no invoice. */
const isReceipt: Check = (result, [hash]) =>
  result === null ||
  (isObject(result) &&
    String(result.transactionHash).toLowerCase() === String(hash).toLowerCase() &&
    (result.status === '0x0' || result.status === '0x1') &&
    isQuantity(result.blockNumber, none) &&
    isHash(result.blockHash, none) &&
    isLogs(result.logs, none))

/** The shape of a response to each method (Ethereum's execution API). Other methods may respond with any value. */
const CHECKS: Record<string, Check> = {
  eth_chainId: isQuantity,
  eth_getTransactionCount: isQuantity,
  eth_getBalance: isQuantity,
  eth_estimateGas: isQuantity,
  // A chain without tips may advise an empty one.
  eth_maxPriorityFeePerGas: result => result === '0x' || isQuantity(result, none),
  eth_call: isData,
  eth_getCode: isData,
  eth_sendRawTransaction: isHash,
  eth_getBlockByNumber: isBlock,
  eth_getBlockByHash: isBlock,
  eth_getTransactionReceipt: isReceipt,
  eth_getTransactionByHash: result => result === null || isObject(result),
  eth_getLogs: areOfFilter,
}

/**
 * The result, in which null stands for no list where a list is due: Go writes an empty one so.
 *
 * @throws ChainError `unreachable` for an invalid result: its endpoint is as useless as a silent one
 */
function checkedAnswer(method: string, params: readonly unknown[], answer: unknown): unknown {
  const result = withLists(method, answer)
  const check = CHECKS[method]
  if (check === undefined || check(result, params)) return result
  throw new ChainError('unreachable', `${method}: the endpoint's answer makes no sense`)
}

function withLists(method: string, answer: unknown): unknown {
  if (method === 'eth_getLogs') return answer ?? []
  return method === 'eth_getTransactionReceipt' && isObject(answer)
    ? { ...answer, logs: answer.logs ?? [] }
    : answer
}
