import { expect, test } from 'vitest'
import { SIGN_IN } from '../test/fixtures.ts'
import { storageKey } from './storage-key.ts'
import { createTokenStore } from './token-store.ts'

function memory() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

test('default: kept under service origin and session, and nowhere else', () => {
  const storage = memory()
  const store = createTokenStore(storage, storageKey('https://api.example', 'cs_1'))
  store.write(SIGN_IN)
  expect([...storage.items.keys()]).toEqual(['billing-authorise https://api.example cs_1'])
  expect(createTokenStore(storage, storageKey('https://api.example', 'cs_1')).read()).toEqual(SIGN_IN)
  expect(createTokenStore(storage, storageKey('https://evil.example', 'cs_1')).read()).toBeNull()
  expect(createTokenStore(storage, storageKey('https://api.example', 'cs_2')).read()).toBeNull()
})

test('behaviour: erased is gone', () => {
  const storage = memory()
  const store = createTokenStore(storage, storageKey('https://api.example', 'cs_1'))
  store.write(SIGN_IN)
  store.erase()
  expect([store.read(), storage.items.size]).toEqual([null, 0])
})

test.each(['', '{', 'null', '[]', '{"token":1}'])('behaviour: %j in storage is nothing', text => {
  const storage = memory()
  storage.setItem('billing-authorise https://api.example cs_1', text)
  expect(createTokenStore(storage, storageKey('https://api.example', 'cs_1')).read()).toBeNull()
})

test('behaviour: without storage the sign-in lasts as long as the page', () => {
  const refuse = () => {
    throw new Error('denied')
  }
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  const store = createTokenStore(storage, storageKey('https://api.example', 'cs_1'))
  store.write(SIGN_IN)
  expect(store.read()).toEqual(SIGN_IN)
  store.erase()
  expect([store.read(), store.isCapChosen()]).toEqual([null, false])
})
