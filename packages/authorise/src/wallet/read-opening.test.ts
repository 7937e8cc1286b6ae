import { numberToHex, padHex } from 'viem'
import { expect, test } from 'vitest'
import { readOpeningState } from './read-opening.ts'
import type { Opening } from './wallet.ts'

const OPENING: Opening = {
  chainId: 31_337,
  escrow: `0x${'e'.repeat(40)}`,
  terms: { token: `0x${'a'.repeat(40)}`, payer: `0x${'b'.repeat(40)}` },
  digest: `0x${'d'.repeat(64)}`,
}

type Answers = { known: boolean; used: boolean }

/** An endpoint that answers each look with the next answers, and the last ones from then on. */
function endpoint(...looks: Answers[]) {
  let look = -1
  const answerAt = (): Answers => looks[Math.min(look, looks.length - 1)] as Answers
  return {
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      if (method === 'eth_getCode') return '0x'
      if (method === 'eth_getBlockByNumber') {
        look += 1
        return { number: numberToHex(7 + look), timestamp: numberToHex(1_000 + look) }
      }
      const [{ to }] = params as [{ to: string }]
      const { known, used } = answerAt()
      if (to === OPENING.terms.token) return padHex(used ? '0x1' : '0x', { size: 32 })
      return padHex(known ? '0x1' : '0x', { size: 32 }).padEnd(2 + 256, '0')
    },
  }
}

// docs/money.md, rule 53
test.each<[string, Answers[], Answers]>([
  ['unknown', [{ known: false, used: false }], { known: false, used: false }],
  ['open', [{ known: true, used: true }], { known: true, used: true }],
  ['cancelled', [{ known: false, used: true }], { known: false, used: true }],
  [
    'included while it is read',
    [
      { known: false, used: true },
      { known: true, used: true },
    ],
    { known: true, used: true },
  ],
  [
    'on one fork only',
    [
      { known: false, used: true },
      { known: false, used: false },
    ],
    { known: false, used: false },
  ],
])('readOpeningState: %s', async (_, looks, { known, used }) => {
  const state = await readOpeningState(endpoint(...looks) as never, OPENING)
  expect(state).toMatchObject({ isKnown: known, isNonceUsed: used })
})
