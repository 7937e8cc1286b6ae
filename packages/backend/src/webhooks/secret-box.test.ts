import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createSecretBox, loadOrCreateBoxKey, SecretBoxError } from './secret-box.ts'

const folder = mkdtempSync(join(tmpdir(), 'per-second-box-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('default: a sealed secret opens again, and is sealed differently each time', () => {
  const box = createSecretBox(new Uint8Array(32).fill(1))
  const [one, two] = [box.seal('whsec_abc', 'we_1'), box.seal('whsec_abc', 'we_1')]
  expect(one).not.toBe(two)
  expect(one).not.toContain('whsec_')
  expect([box.open(one, 'we_1'), box.open(two, 'we_1')]).toEqual(['whsec_abc', 'whsec_abc'])
})

test('behaviour: a retiring key opens its own secrets, and seals nothing', () => {
  const [fresh, old] = [1, 2].map(byte => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array]
  const [before, box] = [createSecretBox(old), createSecretBox(fresh, [old])]
  const [kept, made] = [before.seal('whsec_abc', 'we_1'), box.seal('whsec_abc', 'we_1')]
  expect([kept, made].map(sealed => box.open(sealed, 'we_1'))).toEqual(['whsec_abc', 'whsec_abc'])
  expect([kept, made].map(sealed => box.isCurrent(sealed, 'we_1'))).toEqual([false, true])
  expect(() => before.open(made, 'we_1')).toThrow(SecretBoxError)
  expect(() => box.open(kept, 'we_2')).toThrow(SecretBoxError)
  expect(box.keysFor('drafts')).toEqual([
    ...createSecretBox(fresh).keysFor('drafts'),
    ...before.keysFor('drafts'),
  ])
})

test.each([
  ['another owner', (sealed: string) => [sealed, 'we_2', 1] as const],
  ['another key', (sealed: string) => [sealed, 'we_1', 2] as const],
  ['another text', (sealed: string) => [`${sealed.slice(0, -8)}AAAAAAA=`, 'we_1', 1] as const],
  ['nothing', () => ['', 'we_1', 1] as const],
])('error: %s does not open, and says nothing of the secret', (_, change) => {
  const [sealed, owner, key] = change(createSecretBox(new Uint8Array(32).fill(1)).seal('whsec_abc', 'we_1'))
  const box = createSecretBox(new Uint8Array(32).fill(key))
  const error = catchError(() => box.open(sealed, owner))
  expect(error).toBeInstanceOf(SecretBoxError)
  expect(error).toMatchObject({ code: 'secret_unreadable' })
  expect(String(error)).not.toContain('abc')
})

test('behaviour: the key is made once, for its owner only', () => {
  const file = join(folder, 'webhooks.key')
  const key = loadOrCreateBoxKey(file)
  expect(key).toHaveLength(32)
  expect(Buffer.from(loadOrCreateBoxKey(file)).equals(key)).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8').trim()).toBe(Buffer.from(key).toString('base64'))
})

test('error: a file that holds no key is not replaced', () => {
  const file = join(folder, 'broken.key')
  writeFileSync(file, 'short')
  expect(() => loadOrCreateBoxKey(file)).toThrow('does not hold a key')
  expect(readFileSync(file, 'utf8')).toBe('short')
})

function catchError(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
