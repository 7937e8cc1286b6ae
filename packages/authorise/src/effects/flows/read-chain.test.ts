import { depositInBaseUnits, rateInTermsUnits, usdFromBaseUnits } from '@per-second/protocol/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { honestService } from '../../../test/honest-service.ts'
import { leastSeconds, trustedChain } from './read-chain.ts'

const least = (min_deposit_usd: string | undefined, rate_usd_per_second: string) =>
  leastSeconds(min_deposit_usd === undefined ? {} : { min_deposit_usd }, { product: { rate_usd_per_second } })

test.each<[string | undefined, string, number]>([
  [undefined, '0.001', 60],
  ['0', '0.001', 60],
  ['0.1', '0', 60],
  ['0.1', '1', 60],
  ['0.1', '0.001', 100],
  ['0.1', '0.0000085', 11_765],
  ['0.1', '0.000000001', 2_592_000],
  ['not a sum', '0.001', 60],
])('leastSeconds: deposits from %s at %s a second', (deposit, rate, seconds) => {
  expect(least(deposit, rate)).toBe(seconds)
})

test('leastSeconds: its deposit reaches the smallest one, and one second less does not', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 10 ** 9 }),
      fc.integer({ min: 1, max: 10 ** 7 }),
      (rate, deposit) => {
        const rateUsd = usdFromBaseUnits(BigInt(rate))
        const seconds = least(usdFromBaseUnits(BigInt(deposit)), rateUsd)
        const depositFor = (length: number) => Number(depositInBaseUnits(rateInTermsUnits(rateUsd), length))
        expect(depositFor(seconds)).toBeGreaterThanOrEqual(deposit)
        if (seconds > 60) expect(depositFor(seconds - 1)).toBeLessThan(deposit)
      },
    ),
    { numRuns: 500, seed: 1 },
  )
})

const SAID = { name: 'Sepolia', block_explorer_url: 'https://explorer.example' }

test('trustedChain: a known chain keeps the table’s facts, with any facts from the service', () => {
  const { chain } = honestService({ chainId: 143, livemode: true })
  expect(trustedChain({ ...chain, ...SAID })).toEqual({
    ...chain,
    name: 'Monad',
    rpc_urls: ['https://rpc.monad.xyz'],
    native_currency: { name: 'Monad', symbol: 'MON', decimals: 18 },
    block_explorer_url: 'https://monadvision.com',
  })
})

test('trustedChain: the service’s word for any other', () => {
  const chain = { ...honestService().chain, ...SAID }
  expect(trustedChain(chain)).toEqual(chain)
})
