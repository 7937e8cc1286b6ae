import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { build } from 'vite'
import { expect, test } from 'vitest'
import * as whole from '../../protocol/src/money.ts'
import { pruneDecimal } from '../build/prune-decimal.ts'

const MONEY = join(import.meta.dirname, '../../protocol/src/money.ts')

async function bundle(prune: boolean): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: prune ? [pruneDecimal(readFileSync(MONEY, 'utf8'))] : [],
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: MONEY, formats: ['es'] },
      rolldownOptions: { output: { minify: true } },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('nothing was built')
  return output.output.map(part => (part.type === 'chunk' ? part.code : '')).join('')
}

test('pruneDecimal: half the library, and every sum the same', async () => {
  const code = await bundle(true)
  const pruned: typeof whole = await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}#${pathToFileURL(MONEY)}`
  )
  for (const malformed of ['', ' ', '0x10', '0b1', '1_000', 'Infinity', 'NaN', '1e', 'one']) {
    expect(() => pruned.canonicalDecimal(malformed)).toThrow()
  }
  expect(code.length).toBeLessThan((await bundle(false)).length * 0.6)

  const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`))
  const decimal = fc.tuple(digits(15), digits(18)).map(([integer, fraction]) => `${integer}.${fraction}`)
  const seconds = fc.integer({ min: 0, max: 2_592_000 })
  fc.assert(
    fc.property(decimal, decimal, seconds, fc.bigInt({ min: 0n, max: 2n ** 96n }), (a, b, time, units) => {
      const sums = (money: typeof whole) => [
        money.canonicalDecimal(a),
        money.rateInBaseUnits(a),
        money.rateInTermsUnits(a),
        money.rateFromTermsUnits(units),
        money.exactCost(a, time),
        money.depositInBaseUnits(units, time),
        money.usdFromBaseUnits(units),
        money.baseUnitsFromUsd(b),
        money.compareDecimals(a, b),
        money.subtractDecimals(a, b),
        money.addDecimals(a, b),
      ]
      expect(sums(pruned)).toEqual(sums(whole))
      const [integer = '', fraction = ''] = a.split('.')
      const exact = BigInt(integer + fraction.padEnd(18, '0')) * BigInt(time)
      expect(pruned.rateInTermsUnits(pruned.exactCost(a, time))).toBe(exact)
    }),
    { numRuns: 2_000, seed: 11 },
  )
})

test('error: a library laid out in another way is not cut', () => {
  const transform = pruneDecimal('').transform as unknown as (
    this: object,
    code: string,
    id: string,
  ) => string
  const parse = () => ({ body: [] })
  expect(() => transform.call({ parse }, '', '/node_modules/decimal.js/decimal.mjs')).toThrow('laid out')
})
