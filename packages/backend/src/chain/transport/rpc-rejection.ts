import type { Hex } from '@per-second/protocol/types'
import { ChainError } from '../chain-error.ts'

type RpcAnswer = { code: number; text: string; reverted?: Hex | null }

/** An endpoint answered with an error: `rpcCode` is the JSON-RPC error's. */
export class RpcRejection extends ChainError {
  readonly rpcCode: number
  /**
   * The revert data of the call, `0x` if empty. It is null where the error proves no execution, and may be the
   * endpoint's own.
   */
  readonly reverted: Hex | null

  constructor(method: string, { code, text, reverted = null }: RpcAnswer) {
    super(reverted === null ? 'refused' : 'rejected', `${method} was refused (${code}): ${text}`)
    this.rpcCode = code
    this.reverted = reverted
  }
}

/** Codes that only an executed call has: the execution API's 3, and Nethermind's -32015. Nodes have all others for troubles of their own, too. */
const EXECUTED: readonly unknown[] = [3, -32_015]

/** Errors are nested at most so deep: by proxies, and by nodes that put another error into `data`. */
const MOST_DEPTH = 8

/** A selector and whole words, as Solidity reverts. Hashes, addresses and most block numbers have other lengths. */
const REVERT = /(?<![0-9a-fx])0x[0-9a-f]{8}(?:[0-9a-f]{64})*(?![0-9a-f])/gi
/** A selector alone may be a block's number, if nothing else proves an execution. */
const REVERT_WITH_WORDS = /(?<![0-9a-fx])0x[0-9a-f]{8}(?:[0-9a-f]{64})+(?![0-9a-f])/gi
const BYTES = /^0x(?:[0-9a-f]{2})*$/i

/**
 * The revert data of a call, read from the shape of a JSON-RPC error: its data wherever a node nests it, or an
 * execution code. Never from its words.
 *
 * @param request the request as it was sent: text that an endpoint repeats of it is no response
 * @returns `0x` for a revert without data, or null for an error that proves no execution
 */
export function revertedData(error: unknown, request: string): Hex | null {
  const sent = request.toLowerCase()
  const isEcho = (hex: string) => hex.length > 2 && sent.includes(hex.slice(2).toLowerCase())
  const { texts: all, codes } = contentOf(error)
  // Words quote a selector without its arguments.
  const texts = [...all.filter(text => BYTES.test(text)), ...all.filter(text => !BYTES.test(text))]
  const isExecuted = codes.some(code => EXECUTED.includes(Number(code)))
  const shapeOf = (text: string) => (isExecuted || BYTES.test(text) ? REVERT : REVERT_WITH_WORDS)
  const found = texts.flatMap(text => text.match(shapeOf(text)) ?? []).find(hex => !isEcho(hex))
  if (found !== undefined) return found as Hex
  if (!isExecuted) return null
  return (texts.find(text => BYTES.test(text) && !isEcho(text)) ?? '0x') as Hex
}

/** All texts and all error codes in a value, the outer ones first. JSON within a text is read too. */
function contentOf(value: unknown, depth = 0): { texts: string[]; codes: unknown[] } {
  const own: { texts: string[]; codes: unknown[] } = { texts: [], codes: [] }
  if (depth > MOST_DEPTH) return own
  if (typeof value === 'string') {
    const inner = parsed(value)
    return inner === null ? { texts: [value], codes: [] } : contentOf(inner, depth + 1)
  }
  if (typeof value !== 'object' || value === null) return own
  if ('code' in value) own.codes.push(value.code)
  for (const each of Object.values(value)) {
    const { texts, codes } = contentOf(each, depth + 1)
    own.texts.push(...texts)
    own.codes.push(...codes)
  }
  return own
}

function parsed(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
