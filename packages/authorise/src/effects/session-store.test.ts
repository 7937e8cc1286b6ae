import { beforeEach, describe, expect, test } from 'vitest'
import { ASKED, SIGNED } from '../../test/fixtures.ts'
import { browserStorage } from '../dom/browser-storage.ts'
import { sessionKeys } from '../storage-key.ts'
import { type KeptToken, SessionStore } from './session-store.ts'

const ORIGIN = 'https://bill.example'
const TOKEN: KeptToken = {
  token: 'ct_1',
  customer: 'cus_1',
  address: ASKED.terms.payer,
  walletId: 'io.example',
}

/** A storage that refuses everything keeps it in memory, which is all a test needs. */
const inMemory = () =>
  browserStorage(() => {
    throw new Error('refused')
  })

let storage = inMemory()
let tabStorage = inMemory()
beforeEach(() => {
  storage = inMemory()
  tabStorage = inMemory()
})

function storeOf(sessionId: string, remember: 'browser' | 'tab' = 'browser', origin = ORIGIN): SessionStore {
  return new SessionStore({ storage, tabStorage }, { keys: sessionKeys(origin, sessionId), origin, remember })
}

describe('lock', () => {
  test('default: what the wallet was asked is there in every tab, word by word', () => {
    storeOf('cs_1').writeLock(ASKED)
    tabStorage = inMemory()
    expect(storeOf('cs_1').readLock()).toEqual(ASKED)
    storeOf('cs_1').eraseLock()
    expect(storeOf('cs_1').readLock()).toBeNull()
  })

  test('behaviour: also where the token is this tab’s alone', () => {
    storeOf('cs_1', 'tab').writeLock(ASKED)
    tabStorage = inMemory()
    expect(storeOf('cs_1', 'tab').readLock()).toEqual(ASKED)
  })

  test('behaviour: another page’s monotonic clock says nothing', () => {
    storeOf('cs_1').writeLock(SIGNED)
    expect(storeOf('cs_1').readLock()).toEqual({
      ...SIGNED,
      signedAt: { wall: 1_790_000_000, monotonicMs: null, block: 1_790_000_000, billing: null },
    })
  })

  test('behaviour: a month after the deadline, the address and what could hand a signature in are forgotten', () => {
    storeOf('cs_1').writeLock(SIGNED)
    storeOf('cs_2').writeLock(ASKED)
    const month = ASKED.terms.open_by + 30 * 86_400
    storeOf('cs_1').forgetStale(month - 1)
    expect(storeOf('cs_2').readLock()).toEqual(ASKED)
    storeOf('cs_1').forgetStale(month)
    expect(storeOf('cs_2').readLock()).toEqual({ ...ASKED, draft: '', secret: '', email: '' })
    expect(storeOf('cs_1').readLock()).toMatchObject({ draft: 'draft', email: 'ada@example.com' })
  })

  test('behaviour: other sessions’ of the same service are found, and no other service’s', () => {
    storeOf('cs_1').writeLock(ASKED)
    storeOf('cs_2').writeLock({ ...ASKED, draft: 'second' })
    storeOf('cs_3', 'browser', 'https://other.example').writeLock({ ...ASKED, draft: 'third' })
    expect(storeOf('cs_1').otherLocks()).toEqual([{ ...ASKED, draft: 'second' }])
  })

  test.each<readonly [string, string]>([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a text', '"lock"'],
    ['a list', '[]'],
    ['no terms', JSON.stringify({ ...ASKED, terms: undefined })],
    ['terms that are none', JSON.stringify({ ...ASKED, terms: 7 })],
    ['a chain that is no number', JSON.stringify({ ...ASKED, chainId: '1' })],
    ...(['digest', 'subscription', 'escrow', 'draft', 'secret', 'email'] as const).map(
      (name): [string, string] => [`no ${name}`, JSON.stringify({ ...ASKED, [name]: undefined })],
    ),
  ])('error: %s is as if it were not there', (_name, text) => {
    storage.write(sessionKeys(ORIGIN, 'cs_1').lock, text)
    expect([storeOf('cs_1').readLock(), storeOf('cs_2').otherLocks()]).toEqual([null, []])
  })
})

describe('token', () => {
  test('default: the browser keeps it', () => {
    storeOf('cs_1').writeToken(TOKEN)
    tabStorage = inMemory()
    expect([storeOf('cs_1').readToken(), storeOf('cs_2').readToken()]).toEqual([TOKEN, null])
  })

  test('behaviour: or this tab alone', () => {
    storeOf('cs_1', 'tab').writeToken(TOKEN)
    expect(storeOf('cs_1', 'tab').readToken()).toEqual(TOKEN)
    tabStorage = inMemory()
    expect([storeOf('cs_1', 'tab').readToken(), storeOf('cs_1').readToken()]).toEqual([null, null])
  })

  test('behaviour: one that was refused goes, one that has replaced it stays', () => {
    const store = storeOf('cs_1')
    store.writeToken({ ...TOKEN, token: 'ct_2' })
    store.dropToken('ct_1')
    expect(store.readToken()?.token).toBe('ct_2')
    store.dropToken('ct_2')
    expect(store.readToken()).toBeNull()
  })

  test.each(['token', 'customer', 'address', 'walletId'])('error: without %s there is none', name => {
    storage.write(sessionKeys(ORIGIN, 'cs_1').token, JSON.stringify({ ...TOKEN, [name]: undefined }))
    expect(storeOf('cs_1').readToken()).toBeNull()
  })
})

describe('what was entered', () => {
  const entered = { amount: '2', unit: 'hours', email: 'ada@' } as const

  test('default: this tab’s, until it is erased', () => {
    storeOf('cs_1').writeEntered(entered)
    expect([storeOf('cs_1').readEntered(), storeOf('cs_2').readEntered()]).toEqual([entered, null])
    storeOf('cs_1').eraseEntered()
    expect(storeOf('cs_1').readEntered()).toBeNull()
    storeOf('cs_1').writeEntered(entered)
    tabStorage = inMemory()
    expect(storeOf('cs_1').readEntered()).toBeNull()
  })

  test.each([{ amount: 2 }, { unit: 'years' }, { email: null }])(
    'error: %o is as if it were not there',
    wrong => {
      tabStorage.write(sessionKeys(ORIGIN, 'cs_1').entered, JSON.stringify({ ...entered, ...wrong }))
      expect(storeOf('cs_1').readEntered()).toBeNull()
    },
  )
})
