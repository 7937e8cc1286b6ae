import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDrafts, type Draft, draftOf } from './draft.ts'

const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map(array => `0x${Buffer.from(array).toString('hex')}` as const)
const seconds = fc.integer({ min: 0, max: 2 ** 40 - 1 })

const anyDraft: fc.Arbitrary<Draft> = fc.record({
  sessionId: fc.string({ unit: 'grapheme', maxLength: 60 }),
  subscriptionId: fc.string({ maxLength: 60 }),
  claim: bytes(32).map(hex => hex.slice(2)),
  account: fc.constantFrom('key', 'delegated', 'contract'),
  replaces: fc.option(fc.string({ maxLength: 60 })),
  terms: fc.record({
    payer: bytes(20),
    merchant: bytes(20),
    operator: bytes(20),
    token: bytes(20),
    feeRecipient: bytes(20),
    feeBps: fc.integer({ min: 0, max: 65_535 }),
    ratePerSecond: fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
    maxSeconds: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    stopGrace: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    openBy: seconds,
    expiry: seconds,
    salt: bytes(32),
  }),
})

const KEY = new Uint8Array(32).fill(7)
const drafts = createDrafts(KEY)

test('a draft comes back as it was, in every process that has the key, and in none that has another', () => {
  fc.assert(
    fc.property(anyDraft, draft => {
      const sealed = drafts.seal(draft)
      expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(createDrafts(KEY).open(sealed)).toEqual(draft)
      const other = new Uint8Array(32).fill(8)
      expect(createDrafts(other).open(sealed)).toBeNull()
      expect(createDrafts(other, KEY).open(sealed)).toEqual(draft)
      expect(createDrafts(other, KEY).seal(draft)).toBe(createDrafts(other).seal(draft))
    }),
  )
})

test('a draft of which any bit was flipped is none', () => {
  fc.assert(
    fc.property(anyDraft, fc.nat(), fc.integer({ min: 0, max: 7 }), (draft, place, bit) => {
      const changed = Buffer.from(drafts.seal(draft), 'base64url')
      const at = place % changed.length
      changed[at] = (changed[at] as number) ^ (1 << bit)
      expect(drafts.open(changed.toString('base64url'))).toBeNull()
    }),
  )
})

test('a draft whose text is another is none, even where it decodes to the same bytes', () => {
  fc.assert(
    fc.property(anyDraft, fc.nat(), fc.string({ minLength: 1, maxLength: 3 }), (draft, place, more) => {
      const sealed = drafts.seal(draft)
      const at = place % (sealed.length + 1)
      expect(drafts.open(sealed.slice(0, at) + more + sealed.slice(at))).toBeNull()
      expect(drafts.open(sealed.slice(0, at % sealed.length))).toBeNull()
      expect(drafts.open(`${sealed}=`)).toBeNull()
    }),
  )
})

test('a draft is good with its own session and secret only, and nothing says which of them was wrong', () => {
  // SHA-256 of 32 zero bytes.
  const claim = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
  fc.assert(
    fc.property(anyDraft, bytes(32), (fields, other) => {
      const draft = { ...fields, claim }
      const given = { sessionId: draft.sessionId, draft: drafts.seal(draft), secret: '00'.repeat(32) }
      expect(draftOf(drafts, given)).toEqual(draft)
      const refusal = (changed: Partial<typeof given>) => {
        try {
          return draftOf(drafts, { ...given, ...changed })
        } catch (error) {
          const { code, param, message } = error as { code: string; param: string; message: string }
          return { code, param, message }
        }
      }
      const told = refusal({ draft: 'nonsense' })
      expect(told).toMatchObject({ code: 'draft_invalid', param: 'draft' })
      expect(refusal({ sessionId: `${draft.sessionId}x` })).toEqual(told)
      if (other !== `0x${given.secret}`) expect(refusal({ secret: other.slice(2) })).toEqual(told)
    }),
  )
})

test('the third signature that is not the payer’s ends a draft, until so many others have been counted', () => {
  const own = createDrafts(KEY)
  const [draft] = fc.sample(anyDraft, 1) as [Draft]
  const sealed = own.seal(draft)
  for (const known of [draft, draft, null]) {
    own.countRefusal(draft)
    expect(own.open(sealed)).toEqual(known)
  }
  expect(createDrafts(KEY).open(sealed)).toEqual(draft)
  const another = (index: number) =>
    own.countRefusal({ ...draft, subscriptionId: `${draft.subscriptionId}_${index}` })
  for (let index = 1; index < 10_000; index++) another(index)
  expect(own.open(sealed)).toBeNull()
  another(10_000)
  expect(own.open(sealed)).toEqual(draft)
})
