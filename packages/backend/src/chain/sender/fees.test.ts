import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChainError } from '../chain-error.ts'
import { type ChainClient, createChainClient } from '../transport/chain-client.ts'
import { RpcRejection } from '../transport/rpc-rejection.ts'
import { currentFees, freshFees, raisedFees, tippedFees } from './fees.ts'

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
      throw new RpcRejection('eth_maxPriorityFeePerGas', code, 'not found')
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
])('where no offer is taken, the next one offers %s', (_, tip, cap, next) => {
  const offered = { maxFeePerGas: 30n * GWEI, maxPriorityFeePerGas: tip * GWEI }
  const today = { maxFeePerGas: 22n * GWEI, maxPriorityFeePerGas: 2n * GWEI }
  const expected = next && { maxFeePerGas: next[0] * GWEI, maxPriorityFeePerGas: next[1] * GWEI }
  expect(tippedFees(offered, today, cap * GWEI)).toEqual(expected)
})

const feesOf = (maxFeePerGas: bigint) => ({ maxFeePerGas, maxPriorityFeePerGas: 1n })

test.each([
  ['below all', [900n, 800n], 700n, 700n],
  ['between two', [900n, 100n], 700n, 700n],
  ['above all', [600n, 100n], 700n, 700n],
  ['less than an eighth below one', [787n], 700n, null],
  ['an eighth below one', [788n], 700n, 700n],
  ['less than an eighth above one', [623n], 700n, null],
  ['an eighth above one', [622n], 700n, 700n],
  ['that cannot be paid for', [900n], 751n, null],
])(
  'where no offer is taken there is a new one at the price of the day: %s',
  (_name, offers, today, fresh) => {
    expect(freshFees(offers.map(feesOf), null, feesOf(today), 750n)).toEqual(fresh && feesOf(fresh))
  },
)

test.each([
  ['far above it', [900n, 100n], 700n, { maxFeePerGas: 700n, maxPriorityFeePerGas: 2n }],
  ['no eighth above it', [900n, 100n], 110n, { maxFeePerGas: 113n, maxPriorityFeePerGas: 2n }],
  ['within an eighth of a dearer one', [750n, 100n], 700n, null],
])('an offer that is taken is replaced by one above it: %s', (_name, offers, today, fresh) => {
  expect(freshFees(offers.map(feesOf), feesOf(100n), feesOf(today), null)).toEqual(fresh)
})

test('property: at any prices of the day new offers come to an end', () => {
  const gwei = GWEI
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 500n * gwei }), { minLength: 500 }),
      fc.boolean(),
      (prices, isTaken) => {
        const first = feesOf(gwei)
        const offers = [first]
        for (const price of prices) {
          const next = freshFees(offers, isTaken ? first : null, feesOf(price), null)
          if (next !== null) offers.push(next)
        }
        // As many eighths as there are from 1 wei to 500 gwei.
        expect(offers.length).toBeLessThanOrEqual(1 + Math.log(5e11) / Math.log(9 / 8))
      },
    ),
    { numRuns: 20 },
  )
})
