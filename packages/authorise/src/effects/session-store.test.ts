import { saltOfMeter } from '@per-second/protocol/terms'
import type { WireMeterTerms } from '@per-second/protocol/types'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { ASKED, SIGNED } from '../../test/fixtures.ts'
import { OTHER_TERMS, withTerms } from '../../test/forged-lock.ts'
import { browserStorage } from '../dom/browser-storage.ts'
import type { SignatureLock } from '../machine/signature-lock.ts'
import { sessionKeys } from '../storage-key.ts'
import type { HeldLock } from './held-lock.ts'
import { type KeptToken, SessionStore } from './session-store.ts'

const ORIGIN = 'https://bill.example'
const TOKEN: KeptToken = {
  token: 'ct_1',
  customer: 'cus_1',
  address: ASKED.terms.payer,
  walletId: 'io.example',
}

/** A storage that refuses every write falls back to memory, which is all that a test needs. */
const inMemory = () =>
  browserStorage(() => {
    throw new Error('refused')
  })

let storage = inMemory()
let tabStorage = inMemory()
let held = new Map<string, HeldLock>()
beforeEach(() => {
  storage = inMemory()
  tabStorage = inMemory()
  loadAnew()
})

/** Another page of the origin, or the same after a reload. */
function loadAnew(): void {
  held = new Map()
}

function storeOf(sessionId: string, remember: 'browser' | 'tab' = 'browser', origin = ORIGIN): SessionStore {
  const ports = { storage, tabStorage, held }
  return new SessionStore(ports, { keys: sessionKeys(origin, sessionId), origin, host: { remember } })
}

/** The record of another session. Its salt and digest belong to that session. */
function lockOf(sessionId: string, change: Partial<SignatureLock> = {}): SignatureLock {
  const terms = { ...ASKED.terms, salt: saltOfMeter(sessionId, 'sub_1') }
  return { ...withTerms({ ...ASKED, ...change }, terms) }
}

const nameOf = (sessionId: string, { digest }: SignatureLock) => sessionKeys(ORIGIN, sessionId).lock + digest

describe('lock', () => {
  test('default: every tab has the request, word by word', () => {
    storeOf('cs_1').writeLock(ASKED)
    loadAnew()
    expect(storeOf('cs_1').standing()).toEqual([ASKED])
    storeOf('cs_1').eraseLock(ASKED)
    expect(storeOf('cs_1').readLock()).toBeNull()
  })

  test('behaviour: at every address of the service', () => {
    storeOf('cs_1').writeLock(ASKED)
    expect(storeOf('cs_1', 'tab', 'https://other.example').readLock()).toEqual(ASKED)
  })

  test('behaviour: another page’s monotonic clock is dropped', () => {
    storeOf('cs_1').writeLock(SIGNED)
    expect(storeOf('cs_1').readLock()).toEqual(SIGNED)
    loadAnew()
    expect(storeOf('cs_1').readLock()).toEqual({
      ...SIGNED,
      signedAt: { wall: 1_790_000_000, monotonicMs: null, block: 1_790_000_000, billing: null },
    })
  })

  test('behaviour: the record in memory counts, with the additions of other tabs', () => {
    storeOf('cs_1').writeLock(ASKED)
    const { signature, signedAt } = SIGNED
    const added = { signature, signedAt, txHash: '0xbb', asked: 4 } as const
    const changed = {
      draft: 'x',
      secret: 'x',
      email: 'x',
      service: 'x',
      walletId: 'x',
      isKnown: true,
      ...added,
    }
    storage.write(nameOf('cs_1', ASKED), JSON.stringify({ ...ASKED, ...changed }))
    const known = { ...added, signedAt: signedAt && { ...signedAt, monotonicMs: null } }
    expect(storeOf('cs_1').readLock()).toEqual({ ...ASKED, ...known })
    storage.erase(nameOf('cs_1', ASKED))
    expect(storeOf('cs_1').readLock()).toEqual(ASKED)
  })

  test('behaviour: a second record stands beside it, and the one that this page built goes first', () => {
    const other = withTerms({ ...SIGNED, isKnown: true }, { ...ASKED.terms, fee_bps: 1_000 })
    storeOf('cs_1').writeLock(other)
    loadAnew()
    storeOf('cs_1').writeLock(ASKED, { origin: 'built' })
    expect(
      storeOf('cs_1')
        .standing()
        .map(({ digest }) => digest),
    ).toEqual([ASKED.digest, other.digest])
    loadAnew()
    storeOf('cs_1').hold(ASKED)
    expect(storeOf('cs_1').readLock()?.digest).toBe(ASKED.digest)
    loadAnew()
    expect(storeOf('cs_1').readLock()?.digest).toBe(other.digest)
  })

  test('behaviour: a month after the deadline, email, draft and secret are deleted', () => {
    const second = lockOf('cs_2')
    storeOf('cs_1').writeLock(SIGNED)
    storeOf('cs_2').writeLock(second)
    loadAnew()
    const month = ASKED.terms.open_by + 30 * 86_400
    storeOf('cs_1').forgetStale(month - 1)
    expect(storeOf('cs_2').readLock()).toEqual(second)
    storeOf('cs_1').forgetStale(month)
    expect(storeOf('cs_2').readLock()).toEqual({ ...second, draft: '', secret: '', email: '' })
    expect(storeOf('cs_1').readLock()).toMatchObject({ draft: 'draft', email: 'ada@example.com' })
  })

  test('behaviour: those of other sessions are found, at every address of their service', () => {
    const second = lockOf('cs_2')
    storeOf('cs_1').writeLock(ASKED)
    storeOf('cs_2').writeLock(second)
    const third = lockOf('cs_3', { service: 'https://other.example' })
    storeOf('cs_3').writeLock(third)
    expect(storeOf('cs_1').otherLocks()).toEqual([second, third])
  })

  /** Terms that the escrow would refuse, and terms whose lock would last too long. */
  const OUT_OF_BOUNDS: [string, Partial<WireMeterTerms>][] = [
    ...(['payer', 'merchant', 'operator', 'fee_recipient'] as const).flatMap(
      (role): [string, Partial<WireMeterTerms>][] => [
        [`no ${role}`, { [role]: `0x${'0'.repeat(40)}` }],
        [`the escrow as ${role}`, { [role]: ASKED.escrow }],
        [`the token as ${role}`, { [role]: ASKED.terms.token }],
      ],
    ),
    ['a fee over 10 %', { fee_bps: 1_001 }],
    ['59 seconds', { max_seconds: 59 }],
    ['over 30 days', { max_seconds: 2_592_001 }],
    ['a grace over 7 days', { stop_grace: 604_801 }],
    ['an end before the maximum is over', { expiry: ASKED.terms.open_by + 3_599 }],
    ['an end over 60 days later', { expiry: ASKED.terms.open_by + 3_600 + 5_184_001 }],
    [
      'more than the escrow stores',
      { rate_per_second: `${2n ** 127n}`, max_seconds: 2_592_000, expiry: 1_793_000_000 },
    ],
    ['the salt of another session', { salt: saltOfMeter('cs_2', 'sub_1') }],
  ]

  // docs/money.md, rules 2 and 55
  test.each(OUT_OF_BOUNDS)('error: %s is no record, and blocks no session', (_name, change) => {
    const lock = withTerms(ASKED, change)
    storage.write(nameOf('cs_1', lock), JSON.stringify(lock))
    expect([storeOf('cs_1').readLock(), storeOf('cs_2').otherLocks()]).toEqual([null, []])
  })

  test('property: each term, changed alone, makes a record that contradicts its digest: no record', () => {
    const names = Object.keys(ASKED.terms) as (keyof WireMeterTerms)[]
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue(), fc.boolean(), (name, any, isAny) => {
        const value = isAny ? any : OTHER_TERMS[name](ASKED.terms)
        const terms = { ...ASKED.terms, [name]: value }
        fc.pre(JSON.stringify(value) !== JSON.stringify(ASKED.terms[name]))
        storage.write(nameOf('cs_1', ASKED), JSON.stringify({ ...ASKED, terms }))
        expect([storeOf('cs_1').standing(), storeOf('cs_2').otherLocks()]).toEqual([[], []])
      }),
    )
  })

  test('property: any text parses without a throw, and only a whole record is one', () => {
    const record: SignatureLock = { ...ASKED, replaces: 'cs_0' }
    const fields = Object.keys(record) as (keyof SignatureLock)[]
    const unread = ['signature', 'signedAt', 'txHash', 'accountKind', 'replaces']
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        fc.oneof(fc.jsonValue(), fc.constant(undefined)),
        (field, value) => {
          fc.pre(typeof value !== typeof record[field] && !(unread.includes(field) && value === null))
          storage.write(nameOf('cs_1', ASKED), JSON.stringify({ ...record, [field]: value }))
          expect([storeOf('cs_1').readLock(), storeOf('cs_2').otherLocks()]).toEqual([null, []])
        },
      ),
    )
  })

  test.each(['{', 'null', '"lock"', '[]', '7'])('error: %s counts as missing', text => {
    storage.write(nameOf('cs_1', ASKED), text)
    expect([storeOf('cs_1').readLock(), storeOf('cs_2').otherLocks()]).toEqual([null, []])
  })
})

describe('giving up', () => {
  const made = { origin: 'made', canBeGivenUp: true } as const

  /** Two pages of the origin: the page that made the record, and a page that read it. */
  function twoPages() {
    const pages = [new Map<string, HeldLock>(), new Map<string, HeldLock>()]
    return pages.map(page => {
      held = page
      return storeOf('cs_1')
    }) as [SessionStore, SessionStore]
  }

  test('property: only by the page that made it, once every request was refused', () => {
    const action = fc.record({
      page: fc.constantFrom(0 as const, 1 as const),
      does: fc.constantFrom('ask', 'refuse', 'give up'),
    })
    fc.assert(
      fc.property(fc.array(action, { maxLength: 20 }), actions => {
        storage = inMemory()
        const pages = twoPages()
        pages[0].writeLock({ ...ASKED, asked: 0 }, made)
        const open = [0, 0]
        const counts = { asked: 0, refused: 0 }
        let isGivenUp = false
        for (const { page, does } of actions) {
          if (isGivenUp) break
          if (does === 'ask') {
            pages[page].countRequest(ASKED)
            open[page] = (open[page] ?? 0) + 1
            counts.asked++
          } else if (does === 'refuse' && open[page]) {
            pages[page].countRefusal(ASKED)
            open[page] = open[page] - 1
            if (page === 0) counts.refused++
          } else if (does === 'give up') {
            isGivenUp = page === 0 && counts.asked === counts.refused
            expect(pages[page].giveUp(ASKED)).toBe(isGivenUp)
          }
        }
        const standing = isGivenUp ? [] : [ASKED.digest]
        expect(pages.map(page => page.standing().map(({ digest }) => digest))).toEqual([standing, standing])
        expect(pages.map(page => page.givenUp().length)).toEqual(isGivenUp ? [1, 1] : [0, 0])
      }),
    )
  })

  test.each([
    ['in which a signature is', { ...SIGNED }, made],
    ['whose meter the escrow knows', { ...ASKED, isKnown: true }, made],
    ['whose signature the service called invalid', { ...SIGNED, signature: null }, made],
    ['made where a contract answers, or beside other tabs', ASKED, { ...made, canBeGivenUp: false }],
  ] as const)('error: not one %s', (_name, lock, given) => {
    storeOf('cs_1').writeLock({ ...lock, asked: 0 }, given)
    expect(storeOf('cs_1').giveUp(lock)).toBe(false)
  })

  test('behaviour: another page cannot give up the maker’s record', () => {
    storeOf('cs_1').writeLock(ASKED, made)
    storage.write(nameOf('cs_1', ASKED), JSON.stringify({ ...ASKED, isGivenUp: true }))
    expect(storeOf('cs_1').standing()).toEqual([ASKED])
    loadAnew()
    expect(storeOf('cs_1').standing()).toEqual([])
  })

  test('behaviour: a page whose own request is open stays locked, and its late signature is dropped', () => {
    const [maker, other] = twoPages()
    maker.writeLock({ ...ASKED, asked: 0 }, made)
    other.countRequest(ASKED)
    storage.write(nameOf('cs_1', ASKED), JSON.stringify({ ...ASKED, isGivenUp: true }))
    expect([other.standing(), other.givenUp()].map(locks => locks.map(({ digest }) => digest))).toEqual([
      [ASKED.digest],
      [ASKED.digest],
    ])
    other.countRefusal(ASKED)
    expect(other.standing()).toEqual([])
  })

  test('behaviour: it is deleted a month after its deadline', () => {
    storeOf('cs_1').writeLock({ ...ASKED, asked: 0 }, made)
    storeOf('cs_1').giveUp(ASKED)
    expect(storage.read(nameOf('cs_1', ASKED))).toContain('"draft":"","secret":"","email":""')
    storeOf('cs_2').forgetStale(ASKED.terms.open_by + 30 * 86_400)
    expect(storage.read(nameOf('cs_1', ASKED))).toBeNull()
  })
})

describe('token', () => {
  test('default: the browser keeps it', () => {
    storeOf('cs_1').writeToken(TOKEN)
    tabStorage = inMemory()
    expect([storeOf('cs_1').readToken(), storeOf('cs_2').readToken()]).toEqual([TOKEN, null])
  })

  test('behaviour: or only this tab keeps it', () => {
    storeOf('cs_1', 'tab').writeToken(TOKEN)
    expect(storeOf('cs_1', 'tab').readToken()).toEqual(TOKEN)
    tabStorage = inMemory()
    expect([storeOf('cs_1', 'tab').readToken(), storeOf('cs_1').readToken()]).toEqual([null, null])
  })

  test('behaviour: the page may change its mind, and the token stays at hand', () => {
    const host: { remember: 'browser' | 'tab' } = { remember: 'browser' }
    const keys = sessionKeys(ORIGIN, 'cs_1')
    const store = new SessionStore({ storage, tabStorage, held }, { keys, origin: ORIGIN, host })
    store.writeToken(TOKEN)
    host.remember = 'tab'
    expect([store.readToken(), storage.read(keys.token)]).toEqual([TOKEN, null])
    host.remember = 'browser'
    expect(store.readToken()).toEqual(TOKEN)
    store.dropToken(TOKEN.token)
    expect([store.readToken(), tabStorage.read(keys.token)]).toEqual([null, null])
    host.remember = 'tab'
    store.writeToken(TOKEN)
    expect(storage.read(keys.token)).toBeNull()
  })

  test('behaviour: tabs of both kinds keep a token each, and drop none of the other', () => {
    const [inTab, inBrowser] = [storeOf('cs_1', 'tab'), storeOf('cs_1')]
    inTab.writeToken({ ...TOKEN, token: 'ct_tab' })
    inBrowser.writeToken({ ...TOKEN, token: 'ct_browser' })
    expect([inTab.readToken()?.token, inBrowser.readToken()?.token]).toEqual(['ct_tab', 'ct_browser'])
    inBrowser.dropToken('ct_browser')
    expect(inTab.readToken()?.token).toBe('ct_tab')
  })

  test('behaviour: a refused token is deleted, its replacement stays', () => {
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

describe('input', () => {
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
