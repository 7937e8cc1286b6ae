import { expect, it } from 'vitest'
import type { Chain } from './chain.ts'
import { rationReads } from './ration-reads.ts'

const WALLET: `0x${string}` = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const LOWER = WALLET.toLowerCase() as `0x${string}`
const METER = `0x${'ab'.repeat(32)}` as const

/** A chain that counts its calls, behind a rationed one and a stopped clock. */
function rationed(failures = 0) {
  let [now, block, left] = [0, 1, failures]
  const asked = { accountKind: 0, isFrozen: 0, head: 0, meterState: 0 }
  const answer = async <T>(name: keyof typeof asked, value: T): Promise<T> => {
    asked[name] += 1
    left -= 1
    if (left >= 0) throw new Error('silent')
    return value
  }
  const chain = rationReads(
    {
      accountKind: () => answer('accountKind', 'key'),
      isFrozen: () => answer('isFrozen', false),
      head: () => answer('head', { number: block, hash: '0x00', parentHash: '0x00', timestamp: block }),
      meterState: () => answer('meterState', { status: 'unknown' }),
    } as unknown as Chain,
    () => now,
  )
  return {
    chain,
    asked,
    pass: (millis: number, blocks = 0) => {
      now += millis
      block += blocks
    },
  }
}

// docs/money.md, rule 44
it('reads the code and the freeze of an address once a minute, however it is written', async () => {
  const { chain, asked, pass } = rationed()
  const ask = () =>
    Promise.all([WALLET, LOWER].flatMap(each => [chain.accountKind(each), chain.isFrozen(each)]))
  expect(await ask()).toEqual(['key', false, 'key', false])
  pass(59_999)
  await ask()
  expect(asked).toMatchObject({ accountKind: 1, isFrozen: 1 })
  pass(1)
  await ask()
  expect(asked).toMatchObject({ accountKind: 2, isFrozen: 2 })
  await chain.accountKind(METER)
  expect(asked.accountKind).toBe(3)
})

// docs/money.md, rule 44
it('reads the state of a meter once a block, and the newest block once a second', async () => {
  const { chain, asked, pass } = rationed()
  for (let count = 0; count < 100; count += 1) await chain.meterState(METER)
  expect(asked).toMatchObject({ head: 1, meterState: 1 })
  pass(1_000)
  await chain.meterState(METER)
  expect(asked).toMatchObject({ head: 2, meterState: 1 })
  pass(1_000, 1)
  await chain.meterState(METER)
  expect(asked).toMatchObject({ head: 3, meterState: 2 })
  pass(10_000)
  await chain.meterState(METER)
  expect(asked).toMatchObject({ head: 4, meterState: 3 })
})

it('does not keep a failure', async () => {
  const { chain, asked } = rationed(1)
  await expect(chain.isFrozen(WALLET)).rejects.toThrow('silent')
  expect(await chain.isFrozen(WALLET)).toBe(false)
  expect(asked.isFrozen).toBe(2)
})

it('forgets the oldest of ten thousand', async () => {
  const { chain, asked } = rationed()
  const wallet = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as const
  for (let index = 0; index <= 10_000; index += 1) await chain.isFrozen(wallet(index))
  await chain.isFrozen(wallet(10_000))
  expect(asked.isFrozen).toBe(10_001)
  await chain.isFrozen(wallet(0))
  expect(asked.isFrozen).toBe(10_002)
})
