import { ChainError } from '../chain-error.ts'

type Check = (result: unknown, params: readonly unknown[]) => boolean

const isQuantity: Check = result => typeof result === 'string' && /^0x[0-9a-f]+$/i.test(result)
const isData: Check = result => typeof result === 'string' && /^0x([0-9a-f]{2})*$/i.test(result)
const isHash: Check = result => typeof result === 'string' && /^0x[0-9a-f]{64}$/i.test(result)
const isAddress: Check = result => typeof result === 'string' && /^0x[0-9a-f]{40}$/i.test(result)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const none: readonly unknown[] = []

/** Every chain has a newest block. */
const isBlock: Check = (result, [which]) =>
  (result === null && which !== 'latest') ||
  (isObject(result) &&
    isQuantity(result.number, none) &&
    isQuantity(result.timestamp, none) &&
    isHash(result.hash, none))

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
  eth_maxPriorityFeePerGas: isQuantity,
  eth_call: isData,
  eth_getCode: isData,
  eth_sendRawTransaction: isHash,
  eth_getBlockByNumber: isBlock,
  eth_getBlockByHash: isBlock,
  eth_getTransactionReceipt: isReceipt,
  eth_getTransactionByHash: result => result === null || isObject(result),
  eth_getLogs: isLogs,
}

/**
 * The result, in which null stands for no list where a list is due: Go writes an empty one so.
 *
 * @throws ChainError `unreachable` for an invalid result: its endpoint is as useless as a silent one
 */
export function checkedAnswer(method: string, params: readonly unknown[], answer: unknown): unknown {
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
