import { expect, test } from 'vitest'
import { walletKeyOf } from './wallet-key-of.ts'

const TEST = {
  titlePath: ['shop.spec.ts', 'rents a GPU'],
  project: { name: 'chromium' },
  repeatEachIndex: 0,
  retry: 0,
}

test('a test has the same key in every run', () => {
  // printf '%s' '["chromium","shop.spec.ts","rents a GPU",0,0]' | sha256sum
  expect(walletKeyOf(TEST)).toBe('0xca2de112c399f547e7705fe55616700ccb49b878c87e9632634e2fc25737f2c3')
})

test('another test, or the same test once more, has another', () => {
  const others = [
    { ...TEST, titlePath: ['shop.spec.ts', 'rents two'] },
    { ...TEST, project: { name: 'firefox' } },
    { ...TEST, repeatEachIndex: 1 },
    { ...TEST, retry: 1 },
  ]
  expect(new Set([TEST, ...others].map(walletKeyOf)).size).toBe(5)
})
