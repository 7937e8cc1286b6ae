import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OptionError } from '../options/option-error.ts'
import { makeFolder } from './local-stack.fixture.ts'
import { loadOrCreateOperatorKey, operatorFromPrivateKey } from './operator-key.ts'

let dir: string
beforeEach(() => {
  dir = makeFolder()
})
afterEach(() => rmSync(dir, { recursive: true }))

test('a key is made once, for its owner only, and found again', async () => {
  const file = join(dir, 'keys', 'operator.json')
  const made = await loadOrCreateOperatorKey(file)
  expect(made).toEqual({ address: privateKeyToAddress(made.privateKey), privateKey: made.privateKey })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const before = readFileSync(file, 'utf8')
  expect(await loadOrCreateOperatorKey(file)).toEqual(made)
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test.each([
  '',
  '{}',
  'null',
  '{"address":"0x12","priv',
  `{"address":"0x${'12'.repeat(20)}","private_key":"0x${'5ec7e7'.repeat(5)}"}`,
])('a file with other content is refused, neither replaced nor repeated: %s', async text => {
  const file = join(dir, 'operator.json')
  writeFileSync(file, text)
  await expect(loadOrCreateOperatorKey(file)).rejects.toThrow(
    new OptionError(
      `${file} is damaged: it does not hold an operator key. Put a copy of it back, or choose another folder with --data.`,
    ),
  )
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('a configured key has the address that other implementations give it', () => {
  const key = generatePrivateKey()
  expect(operatorFromPrivateKey(key)).toEqual({ address: privateKeyToAddress(key), privateKey: key })
})

test.each([`0x${'12'.repeat(31)}`, `0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`, '12'.repeat(32)])(
  'a configured key that is none is refused without being repeated: %s',
  key => {
    const digits = key.slice(-4)
    const refusal = (() => {
      try {
        return operatorFromPrivateKey(key as `0x${string}`)
      } catch (error) {
        return error
      }
    })()
    expect(refusal).toBeInstanceOf(TypeError)
    expect(String(refusal)).not.toContain(digits)
  },
)
