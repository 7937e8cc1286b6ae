import type { Hex } from '@per-second/protocol/types'
import type { Checkout } from '../../src/worker/checkouts.fixture.ts'
import type { Random } from '../fuzz/random.ts'
import type { Misbehaviour, RpcCall } from '../real-chain/faulty-proxy.ts'
import type { RealStack } from '../real-chain/real-stack.ts'
import { GWEI } from '../real-chain/strange-chain.ts'

/** One chain, one database, and the meters that were signed for. */
export type World = { stack: RealStack; random: Random; meters: Checkout[] }

const MOST_METERS = 6

/** Deeper than the confirmations, so that booked events are orphaned too, but less deep than the payers' own money. */
const DEEPEST_REORG = 6
const BLOCKS_BEFORE_SIGNING = 7

const isSend = ({ method }: RpcCall) => method === 'eth_sendRawTransaction'

const FAULTS: ((call: RpcCall) => Misbehaviour)[] = [
  call => (isSend(call) ? 'cut' : null),
  call => (isSend(call) ? 'swallow' : null),
  call => (isSend(call) ? { reply: { error: { code: -32_000, message: 'no' } } } : null),
  call => (call.method === 'eth_getTransactionReceipt' ? { reply: { result: null } } : null),
  call => (call.method === 'eth_getTransactionByHash' ? { reply: { result: null } } : null),
  call => (call.method === 'eth_getLogs' ? { reply: { result: [] } } : null),
  call => (call.method === 'eth_call' ? { reply: { error: { code: -32_603, message: 'busy' } } } : null),
  call => (call.method === 'eth_chainId' ? { reply: { result: '0x1' } } : null),
  call => (call.method === 'eth_getTransactionCount' ? { reply: { result: '0x0' } } : null),
  () => ({ status: 502, body: '<html>Bad Gateway</html>' }),
  () => ({ reply: { result: '0x' } }),
]

/** The possible events between a backend and its chain, each in one step. */
export const ACTIONS = {
  open: async ({ stack, meters, random }: World) => {
    if (meters.length >= MOST_METERS) return
    const checkout = await stack.prepare('test', random.chance(0.2) ? 'merchant' : 'checkout')
    await stack.strange.mine(BLOCKS_BEFORE_SIGNING)
    await stack.accept(checkout)
    meters.push(checkout)
    await stack.work()
  },
  work: async ({ stack }: World) => {
    await stack.work()
  },
  mine: async ({ stack, random }: World) => {
    await stack.strange.mine(1 + random.below(2))
    await stack.work()
  },
  confirm: async ({ stack }: World) => {
    await stack.settle()
  },
  pass: async ({ stack, random }: World) => {
    stack.forward(10 + random.below(120))
    await stack.work()
  },
  cancel: async ({ stack, meters, random }: World) => {
    const meter = random.pick(meters)
    const { subscription } = await stack.stored(meter)
    if (subscription.status !== 'running' && subscription.status !== 'past_due') return
    await stack.cancel(meter)
    await stack.work()
  },
  stop: async ({ stack, meters, random }: World) => {
    if (!random.chance(0.3)) return
    const meter = random.pick(meters)
    await stack.strange.onMeter(meter.payer, 'stop', meter.subscription.terms).catch(() => null)
    await stack.strange.mine()
  },
  drop: async ({ stack, random }: World) => {
    const waiting = (await stack.journal()).filter(({ status }) => status === 'signed')
    if (waiting.length > 0) await stack.strange.drop(random.pick(waiting).hash)
  },
  reorg: async ({ stack, random }: World) => {
    await stack.strange.reorg(1 + random.below(DEEPEST_REORG))
    if (random.chance(0.5)) await stack.work()
  },
  kill: async ({ stack, random }: World) => {
    const working = stack.work()
    if (random.chance(0.5)) await working
    stack.proxy.misbehave(() => 'cut')
    await stack.restart({ lateBlock: 0 })
    await working
    stack.proxy.misbehave(null)
    await stack.work()
  },
  replace: async ({ stack }: World) => {
    await stack.restart({ replaceAfter: 0, lateBlock: 0 })
    await stack.work()
    await stack.work()
    await stack.restart({ lateBlock: 0 })
  },
  spike: async ({ stack }: World) => {
    await stack.strange.setBaseFee(60n * GWEI)
    await stack.strange.mine()
  },
  repeat: async ({ stack, random }: World) => {
    const journal = await stack.journal()
    if (journal.length === 0) return
    const raw: Hex = random.pick(journal).raw
    await stack.strange.rpc.request({ method: 'eth_sendRawTransaction', params: [raw] }).catch(() => null)
  },
  pause: async ({ stack, random }: World) => {
    const isPaused = random.chance(0.5)
    await stack.strange.onToken({ functionName: 'setIsTransferPaused', args: [isPaused] })
    await stack.work()
    if (isPaused) await stack.strange.onToken({ functionName: 'setIsTransferPaused', args: [false] })
  },
  misbehave: async ({ stack, random }: World) => {
    stack.proxy.misbehave(random.pick(FAULTS))
    await stack.work()
    if (random.chance(0.5)) {
      await stack.strange.mine()
      await stack.work()
    }
    stack.proxy.misbehave(null)
  },
} satisfies Record<string, (world: World) => Promise<void>>

export type ActionName = keyof typeof ACTIONS

/** Ordinary actions come more often than faults. */
const USUAL: readonly ActionName[] = ['open', 'open', 'confirm', 'confirm', 'confirm', 'pass', 'pass', 'pass']

export const CHOICES: readonly ActionName[] = [...(Object.keys(ACTIONS) as ActionName[]), ...USUAL]
