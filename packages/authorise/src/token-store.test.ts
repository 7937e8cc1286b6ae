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

test('behaviour: a token that is refused goes alone, and over a reload', () => {
  const storage = memory()
  const key = storageKey('https://api.example', 'cs_1')
  const store = createTokenStore(storage, key)
  const signed = { ...SIGN_IN, signature: '0xaa' as const, txHash: '0xbb' as const }
  store.write(signed)
  store.dropToken('ct_of_before')
  expect(store.read()).toEqual(signed)
  store.dropToken(signed.token)
  for (const each of [store, createTokenStore(storage, key)]) {
    expect([each.read(), each.kept()]).toEqual([null, { ...signed, token: null }])
  }
})

test('behaviour: a claim that is being given up is nobody’s sign-in, and remembered until it is', () => {
  const storage = memory()
  const key = storageKey('https://api.example', 'cs_1')
  const store = createTokenStore(storage, key)
  store.write(SIGN_IN)
  expect(store.departure()).toBeNull()
  store.leave()
  for (const each of [store, createTokenStore(storage, key)]) {
    expect([each.read(), each.kept()]).toEqual([null, null])
    expect(each.departure()).toEqual({ token: SIGN_IN.token, address: SIGN_IN.address })
  }
  store.erase()
  expect([store.departure(), storage.items.size]).toEqual([null, 0])
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
