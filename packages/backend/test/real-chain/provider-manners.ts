import type { Hex } from '@per-second/protocol/types'
import { numberToHex } from 'viem'
import type { Misbehaviour, RpcCall } from './faulty-proxy.ts'

type Reply = { result?: unknown; error?: { code: number; message: string; data?: unknown } }

/** An endpoint's treatment of a call. `forward` asks the chain behind it, possibly with another call. */
export type Manner = (
  call: RpcCall,
  forward: (other?: Partial<RpcCall>) => Promise<Reply>,
) => Misbehaviour | Promise<Misbehaviour>

type Refusal = { code?: unknown; message?: string; data?: unknown }

/** The methods that are answered by a state, and where each names its block. */
const OF_A_STATE: Record<string, number> = {
  eth_call: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
}

function refuse(code: number, message: string, data?: unknown): Misbehaviour {
  return { reply: { error: { code, message, ...(data !== undefined && { data }) } } }
}

function inStatus(status: number, error: NonNullable<Reply['error']>): Misbehaviour {
  return { status, reply: { error } }
}

const always =
  (how: Misbehaviour): Manner =>
  () =>
    how
const refusing =
  (which: (call: RpcCall) => boolean, how: Misbehaviour): Manner =>
  call =>
    which(call) ? how : null
const both =
  (first: Manner, second: Manner): Manner =>
  async (call, forward) =>
    (await first(call, forward)) ?? second(call, forward)

const isMethod = (name: string) => (call: RpcCall) => call.method === name
const names = (block: string) => (call: RpcCall) => call.params.includes(block)
const isLongRange = (blocks: number) => (call: RpcCall) => {
  if (call.method !== 'eth_getLogs') return false
  const [{ fromBlock, toBlock }] = call.params as [{ fromBlock: Hex; toBlock: Hex }]
  return Number(toBlock) - Number(fromBlock) >= blocks
}

/** Reverts as the endpoint words them. */
const reverting =
  (word: (data: unknown) => Misbehaviour): Manner =>
  async (call, forward) => {
    if (call.method !== 'eth_call' && call.method !== 'eth_estimateGas') return null
    const answer = await forward()
    return answer.error ? word(answer.error.data) : { reply: answer as { result: unknown } }
  }

/** Nodes that are so many blocks behind answer reads of state. */
const behind =
  (blocks: number): Manner =>
  async (call, forward) => {
    const place = OF_A_STATE[call.method]
    if (place === undefined) return null
    const head = Number((await forward({ method: 'eth_blockNumber', params: [] })).result)
    const which = call.params[place]
    const isNamed = which === 'latest' || which === 'pending' || which === undefined
    if (!isNamed && Number(which) > head - blocks) return refuse(-32_000, 'header not found')
    const params = call.params.with(place, isNamed ? numberToHex(head - blocks) : which)
    return { reply: (await forward({ params })) as { result: unknown } }
  }

/** Every third question about a state at a block goes to a node that has not got the block. */
const sometimesWithoutBlock = (): Manner => {
  let asked = 0
  return call => {
    const place = OF_A_STATE[call.method]
    if (place === undefined || !/^0x/.test(String(call.params[place]))) return null
    asked += 1
    return asked % 3 === 0 ? refuse(-32_000, 'header not found', '0x') : null
  }
}

/** As Go writes: no result that is null, and null for an empty list. */
const likeGo: Manner = async (call, forward) => {
  const answer = await forward()
  if (answer.error) return null
  if (answer.result === null) return { body: JSON.stringify({ jsonrpc: '2.0', id: call.id }) }
  return {
    reply: { result: Array.isArray(answer.result) && answer.result.length === 0 ? null : answer.result },
  }
}

const noPending = (code: number) => refusing(names('pending'), refuse(code, 'pending state is not available'))
const noTip = (code: number) =>
  refusing(isMethod('eth_maxPriorityFeePerGas'), refuse(code, 'the method is not available'))
const noOverride: Manner = call =>
  call.method === 'eth_call' && call.params.length > 2
    ? refuse(-32_602, 'too many arguments, want at most 2')
    : null

/**
 * Endpoints with which everything works, each by itself. Their behaviour is public knowledge of the named provider or
 * node.
 */
export const WORKABLE: Record<string, () => Manner> = {
  'Alchemy: 10 blocks of logs, HTTP 400': () =>
    refusing(isLongRange(10), inStatus(400, { code: -32_600, message: 'up to a 10 block range' })),
  'Infura: 10,000 results': () =>
    refusing(isLongRange(3), refuse(-32_005, 'query returned more than 10000 results')),
  'QuickNode: 5 blocks of logs, HTTP 413': () =>
    refusing(
      isLongRange(5),
      inStatus(413, { code: -32_614, message: 'eth_getLogs is limited to a 5 range' }),
    ),
  'Ankr: range too large': () => refusing(isLongRange(8), refuse(-32_062, 'block range is too large')),
  'dRPC: range too large, HTTP 500': () =>
    refusing(
      isLongRange(8),
      inStatus(500, { code: 35, message: 'ranges over 10000 blocks are not supported' }),
    ),
  'a node that knows no range': () =>
    refusing(isLongRange(2), refuse(-32_601, 'method not found for ranges')),
  'a gateway: long answers take too long': () =>
    refusing(isLongRange(5), { status: 504, body: '<html>Gateway Time-out</html>' }),
  'a proxy that cuts long answers': () => refusing(isLongRange(5), 'cut'),
  'Nethermind: reverts': () =>
    reverting(data => refuse(-32_015, 'VM execution error.', `Reverted ${data ?? '0x'}`)),
  'Besu: reverts, and no pending block': () =>
    both(
      reverting(data => refuse(-32_000, 'Execution reverted', data)),
      noPending(-32_602),
    ),
  'Reth: reverts in HTTP 400': () =>
    reverting(data => inStatus(400, { code: 3, message: 'execution reverted', data })),
  'a proxy: nested reverts in HTTP 500': () =>
    reverting(data =>
      inStatus(500, { code: -32_603, message: 'Internal error', data: { originalError: { code: 3, data } } }),
    ),
  'a gateway: reverts in HTTP 429': () =>
    reverting(data => inStatus(429, { code: -32_000, message: 'reverted', data })),
  'Erigon: no pending block': () => noPending(-32_000),
  'Monad: no pending block, no tip, short ranges': () =>
    both(
      both(noPending(-32_602), noTip(-32_601)),
      refusing(isLongRange(10), refuse(-32_614, 'eth_getLogs is limited to a 10 range')),
    ),
  'no advice on tips': () => noTip(-32_600),
  'Hedera: an empty advice on tips': () =>
    refusing(isMethod('eth_maxPriorityFeePerGas'), { reply: { result: '0x' } }),
  'Lotus: refusals in HTTP 500': () =>
    both(
      refusing(names('pending'), inStatus(500, { code: 1, message: 'block param not supported' })),
      refusing(isMethod('eth_maxPriorityFeePerGas'), inStatus(500, { code: -32_601, message: 'not found' })),
    ),
  'no estimate, and calls without overrides': () =>
    both(noOverride, refusing(isMethod('eth_estimateGas'), refuse(-32_004, 'not supported'))),
  'Go: null for lists': () => likeGo,
  'Geth behind a balancer': sometimesWithoutBlock,
}

/** Endpoints that refuse everything, each in its own words: a spare one does the work. */
export const REFUSING: Record<string, Manner> = Object.fromEntries(
  (
    [
      ['Alchemy', { code: 429, message: 'exceeded its compute units per second capacity' }],
      ['Alchemy, inactive', { code: -32_600, message: 'App is inactive' }],
      ['Infura', { code: -32_005, message: 'daily request count exceeded' }],
      ['QuickNode, a second', { code: -32_007, message: '15/second request limit reached' }],
      ['QuickNode, a day', { code: -32_003, message: 'daily request limit reached' }],
      ['Ankr', { code: -32_090, message: 'Too many requests, this apiKey is limited' }],
      ['dRPC', { code: 15, message: 'Too many request' }],
      ['Cloudflare', { code: -32_046, message: 'Cannot fulfill request' }],
      ['a gateway in gRPC', { code: 3, message: 'invalid argument' }],
      ['a node that starts', { code: -32_000, message: 'chain not synced beyond EIP-155', data: '0x' }],
      ['no code', { message: 'Unauthorized' }],
      ['a text for a code', { code: 'RATE_LIMITED', message: 'slow down' }],
    ] satisfies [string, Refusal][]
  ).map(([name, error]) => [name, always({ body: JSON.stringify({ jsonrpc: '2.0', id: 1, error }) })]),
)

/** One behind which calls are answered some blocks late, for good. */
export const LAGGING: Manner = behind(3)

/** Endpoints that lack a feature without a replacement: the start, `doctor` and `/readyz` say so. */
export const LACKING: Record<string, [manner: Manner, confirmations: 'finalized' | 2, words: string]> = {
  'finalized is refused': [
    refusing(names('finalized'), refuse(-39_001, 'Unknown block')),
    'finalized',
    'the endpoint has no finalized block (eth_getBlockByNumber was refused (-39001): Unknown block)',
  ],
  'finalized is null': [
    refusing(names('finalized'), { reply: { result: null } }),
    'finalized',
    'the endpoint has no finalized block',
  ],
  'neither a pending block nor a time of its own': [
    both(noPending(-32_000), noOverride),
    2,
    'the endpoint runs calls neither on the pending block nor at a given time (eth_call was refused (-32602): too many arguments, want at most 2)',
  ],
  'over its quota': [
    always(refuse(-32_016, 'over rate limit')),
    2,
    'eth_chainId was refused (-32016): over rate limit',
  ],
}
