import type { MeterTerms } from '@per-second/protocol/terms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FoundMeter, searchMeters } from './meter-search.ts'

const meterAt = (block: bigint): FoundMeter => ({
  meterId: `0x${block.toString(16)}`,
  escrow: '0x0000000000000000000000000000000000000001',
  terms: {} as MeterTerms,
})

test('behaviour: every block is read once, down from the newest, with any limits of the endpoint', async () => {
  const chain = fc.record({
    newest: fc.bigInt({ min: 0n, max: 50_000n }),
    mostBlocks: fc.bigInt({ min: 100n, max: 60_000n }),
    mostMeters: fc.integer({ min: 2, max: 50 }),
    meters: fc.uniqueArray(fc.bigInt({ min: 0n, max: 50_000n }), { maxLength: 40 }),
  })
  await fc.assert(
    fc.asyncProperty(chain, async ({ newest, mostBlocks, mostMeters, meters }) => {
      const own = meters.filter(block => block <= newest).sort((a, b) => Number(b - a))
      // More blocks than this would exceed even the smallest query.
      fc.pre(own.every((block, index) => block - (own[index + mostMeters] ?? -100n) >= 100n))
      const read = async (from: bigint, to: bigint) => {
        const inside = own.filter(block => block >= from && block <= to)
        if (to - from + 1n > mostBlocks || inside.length > mostMeters) throw new Error('too many')
        return inside.map(meterAt)
      }
      const found: string[] = []
      let before = newest + 1n
      for await (const step of searchMeters(read, newest)) {
        expect(step.fromBlock).toBeLessThan(before)
        before = step.fromBlock
        found.push(...step.found.map(({ meterId }) => meterId))
      }
      expect(before).toBe(0n)
      expect(found).toEqual(own.map(block => meterAt(block).meterId))
    }),
  )
})

test('error: an endpoint that refuses every query is given up', async () => {
  const asked: bigint[] = []
  const refused = new Error('no')
  const read = async (from: bigint, to: bigint): Promise<FoundMeter[]> => {
    asked.push(to - from + 1n)
    throw refused
  }
  await expect(searchMeters(read, 799n).next()).rejects.toBe(refused)
  expect(asked).toEqual([800n, 400n, 200n, 100n])
})
