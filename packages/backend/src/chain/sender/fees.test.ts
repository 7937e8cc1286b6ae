import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChainError } from '../chain-error.ts'
import { type ChainClient, createChainClient } from '../transport/chain-client.ts'
import { RpcRejection } from '../transport/rpc-rejection.ts'
import { currentFees, type Fees, isOfLeastTip, nextFees, raisedFees } from './fees.ts'

function nodeAnswering(answers: Record<string, () => unknown>): ChainClient {
  return createChainClient({ request: async <T>({ method }: { method: string }) => answers[method]?.() as T })
}

const block = () => ({ baseFeePerGas: '0x64' })

test('the fee leaves room for the base fee to double, and the tip is the chain’s own', async () => {
  const rpc = nodeAnswering({ eth_getBlockByNumber: block, eth_maxPriorityFeePerGas: () => '0x7' })
  expect(await currentFees(rpc)).toEqual({ maxFeePerGas: 207n, maxPriorityFeePerGas: 7n })
})

test.each([-32_601, -32_600, -32_004, -32_000, 0])(
  'a chain without a tip gets one gwei, after any refusal (%i)',
  async code => {
    const unknown = () => {
      throw new RpcRejection('eth_maxPriorityFeePerGas', { code, text: 'not found' })
    }
    const rpc = nodeAnswering({ eth_getBlockByNumber: block, eth_maxPriorityFeePerGas: unknown })
    expect(await currentFees(rpc)).toEqual({
      maxFeePerGas: 1_000_000_200n,
      maxPriorityFeePerGas: 1_000_000_000n,
    })
  },
)

test('a chain that does not answer is no chain without an opinion', async () => {
  const silent = () => {
    throw new ChainError('timeout', 'too slow')
  }
  const rpc = nodeAnswering({ eth_getBlockByNumber: block, eth_maxPriorityFeePerGas: silent })
  await expect(currentFees(rpc)).rejects.toMatchObject({ code: 'timeout' })
})

test('a cap holds for the fee, and for the tip within it', async () => {
  const rpc = nodeAnswering({ eth_getBlockByNumber: block, eth_maxPriorityFeePerGas: () => '0x7' })
  expect(await currentFees(rpc, 206n)).toEqual({ maxFeePerGas: 206n, maxPriorityFeePerGas: 7n })
  expect(await currentFees(rpc, 5n)).toEqual({ maxFeePerGas: 5n, maxPriorityFeePerGas: 5n })
})

test.each([
  ['an eighth more of both', [800n, 80n], [200n, 20n], null, [900n, 90n]],
  [
    'an eighth more, while one of both is within four times today’s',
    [800n, 80n],
    [200n, 1n],
    null,
    [900n, 90n],
  ],
  ['rounded up', [801n, 81n], [800n, 80n], null, [902n, 92n]],
  ['today’s, where they are higher', [800n, 80n], [5_000n, 100n], null, [5_000n, 100n]],
  ['something, even of nothing', [0n, 0n], [0n, 0n], null, [1n, 1n]],
  ['no more than the cap', [800n, 80n], [5_000n, 100n], 950n, [950n, 100n]],
  ['up to the cap', [800n, 80n], [800n, 80n], 900n, [900n, 90n]],
] as const)('a replacement offers %s', (_, offered, today, cap, raised) => {
  const fees = ([maxFeePerGas, maxPriorityFeePerGas]: readonly [bigint, bigint]) => ({
    maxFeePerGas,
    maxPriorityFeePerGas,
  })
  expect(raisedFees(fees(offered), fees(today), cap)).toEqual(fees(raised))
})

test('where the cap leaves no room for an eighth more there is no replacement', () => {
  const offered = { maxFeePerGas: 800n, maxPriorityFeePerGas: 80n }
  expect(raisedFees(offered, offered, 899n)).toBeNull()
})

test('where both offers are above four times today’s there is no replacement: it is not the price', () => {
  const offered = { maxFeePerGas: 801n, maxPriorityFeePerGas: 81n }
  expect(raisedFees(offered, { maxFeePerGas: 200n, maxPriorityFeePerGas: 20n }, null)).toBeNull()
})

const GWEI = 10n ** 9n

test.each<[string, bigint, bigint, [max: bigint, tip: bigint] | null]>([
  ['twice the tip', 3n, 400n, [26n, 6n]],
  ['at least the advice', 0n, 400n, [22n, 2n]],
  ['no more than the cap', 300n, 400n, [400n, 400n]],
  ['nothing above the cap', 400n, 400n, null],
  ['nothing where the day is too dear', 3n, 21n, null],
])('where no offer is taken at the price of the day, the next one offers %s', (_, tip, cap, next) => {
  const offered = { maxFeePerGas: 22n * GWEI, maxPriorityFeePerGas: tip * GWEI }
  const today = { maxFeePerGas: 22n * GWEI, maxPriorityFeePerGas: 2n * GWEI }
  const expected = next && { maxFeePerGas: next[0] * GWEI, maxPriorityFeePerGas: next[1] * GWEI }
  expect(nextFees({ offers: [offered], taken: null }, { today, cap: cap * GWEI })).toEqual(expected)
})

const feesWithTip = (maxFeePerGas: bigint) => ({ maxFeePerGas, maxPriorityFeePerGas: 2n })
const feesOf = (maxFeePerGas: bigint) => ({ maxFeePerGas, maxPriorityFeePerGas: 1n })
/** All that may be paid goes to the tip: it is at least one gwei. */
const TIPPED = { maxFeePerGas: 750n, maxPriorityFeePerGas: 750n }

test.each([
  ['below all', [900n, 800n], 700n, feesOf(700n)],
  ['between two', [900n, 100n], 700n, feesOf(700n)],
  ['above all', [600n, 100n], 700n, feesWithTip(700n)],
  ['not less than an eighth below one', [787n], 700n, TIPPED],
  ['an eighth below one', [788n], 700n, feesOf(700n)],
  ['not less than an eighth above one', [800n, 623n], 700n, TIPPED],
  ['an eighth above one', [800n, 622n], 700n, feesOf(700n)],
  ['not where that cannot be paid for', [900n], 751n, null],
])('where no offer is taken there is a new one at the price of the day: %s', (_name, offers, today, next) => {
  const known = { offers: offers.map(feesOf), taken: null }
  expect(nextFees(known, { today: feesOf(today), cap: 750n })).toEqual(next)
})

test.each([
  [
    'an eighth above the dearest',
    [900n, 100n],
    2_000n,
    700n,
    { maxFeePerGas: 1013n, maxPriorityFeePerGas: 2n },
  ],
  ['where that is too dear, at the price of the day', [900n, 100n], 1_000n, 700n, feesWithTip(700n)],
  ['where that is too dear, no eighth above it', [900n, 100n], 1_000n, 110n, feesWithTip(113n)],
  ['where that is too dear, not within an eighth of a dearer one', [750n, 100n], 800n, 700n, null],
])('an offer that is taken is replaced by one above it: %s', (_name, offers, cap, today, next) => {
  const known = { offers: offers.map(feesOf), taken: feesOf(100n) }
  expect(nextFees(known, { today: feesOf(today), cap })).toEqual(next)
})

test('property: at any prices of the day new offers come to an end', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 500n * GWEI }), { minLength: 500 }),
      fc.boolean(),
      (prices, isTaken) => {
        const first = feesOf(GWEI)
        const offers: Fees[] = [first]
        for (const price of prices) {
          const known = { offers, taken: isTaken ? first : null }
          const next = nextFees(known, { today: feesOf(price), cap: 500n * GWEI })
          if (next !== null) offers.push(next)
        }
        // As many eighths as there are from 1 wei to 500 gwei, and as many doublings.
        expect(offers.length).toBeLessThanOrEqual(1 + Math.log(5e11) / Math.log(9 / 8) + Math.log2(5e11))
      },
    ),
    { numRuns: 20 },
  )
})

test.each<[string, [bigint, bigint][], [bigint, bigint], boolean]>([
  ['twice the tip for the same base fee', [[207n, 7n]], [214n, 14n], true],
  ['less for the base fee, as the price fell', [[207n, 7n]], [114n, 14n], true],
  ['an eighth more of both, as the price rose', [[207n, 7n]], [233n, 8n], false],
  ['the price of the day, with its own tip', [[207n, 7n]], [20_030n, 30n], false],
  ['the same tip', [[207n, 7n]], [207n, 7n], false],
])('isOfLeastTip: %s', (_, refused, next, expected) => {
  const fees = ([maxFeePerGas, maxPriorityFeePerGas]: [bigint, bigint]): Fees => ({
    maxFeePerGas,
    maxPriorityFeePerGas,
  })
  expect(isOfLeastTip(refused.map(fees), fees(next))).toBe(expected)
})
