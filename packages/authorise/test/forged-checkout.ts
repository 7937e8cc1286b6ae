import { rateInTermsUnits } from '@per-second/protocol/money'
import { meterDigest, openingTypedData, saltOfMeter, termsFromWire } from '@per-second/protocol/terms'
import type { WireMeterTerms, WireTypedData } from '@per-second/protocol/types'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { SignatureLock } from '../src/machine/signature-lock.ts'
import { forge, OTHER_TERMS, withTerms } from './forged-lock.ts'
import { arrives, button } from './person.ts'
import { connectsTo, press, signsInVain, type Watched, watched } from './signed-here.ts'
import type { Stage } from './stage.ts'

const SESSION_ID = 'cs_test_forged'
const THIEF = `0x${'66'.repeat(20)}` as const

/** What a thief would have signed: he is paid, and opens the meter himself. */
const THEFT = { merchant: THIEF, operator: THIEF, fee_recipient: THIEF, fee_bps: 1_000, stop_grace: 604_800 }

const GIVEN_UP = 'that it is given up'

/** Every change that a script of the page's origin can make to the record, by what it changes. */
const FORGERIES: Record<string, (lock: SignatureLock) => SignatureLock> = {
  ...Object.fromEntries(
    Object.entries(OTHER_TERMS).flatMap(([name, other]) => {
      const changed = ({ terms }: SignatureLock) => ({ [name]: other(terms) })
      return [
        [`${name}, with its digest`, (lock: SignatureLock) => withTerms(lock, changed(lock))],
        [`${name} alone`, (lock: SignatureLock) => ({ ...lock, terms: { ...lock.terms, ...changed(lock) } })],
      ]
    }),
  ),
  everything: lock => withTerms(lock, THEFT),
  'the session’s other subscription': lock => ofSubscription(lock, 'sub_9'),
  digest: lock => ({ ...lock, digest: `0x${'ee'.repeat(32)}` }),
  draft: lock => ({ ...lock, draft: 'draft_9' }),
  secret: lock => ({ ...lock, secret: 'ff'.repeat(32) }),
  'the address': lock => ({ ...lock, email: 'eve@example.com' }),
  service: lock => ({ ...lock, service: 'https://evil.example' }),
  escrow: lock => ({ ...lock, escrow: THIEF }),
  chain: lock => ({ ...lock, chainId: 1 }),
  'a signature that is none': lock => ({ ...lock, signature: `0x${'11'.repeat(64)}1b` }),
  'no signature': lock => ({ ...lock, signature: null, signedAt: null }),
  'that it is known': lock => ({ ...lock, isKnown: true }),
  [GIVEN_UP]: lock => ({ ...lock, isGivenUp: true }),
  'how often it was asked for': lock => ({ ...lock, asked: 0 }),
}

function ofSubscription(lock: SignatureLock, subscription: string): SignatureLock {
  const salt = saltOfMeter(SESSION_ID, subscription)
  return withTerms({ ...lock, subscription }, { salt })
}

/** What the page that goes on knows by itself: what it asked its wallet for, what it once read, or nothing. */
type Moment = {
  knows: 'asked' | 'read' | 'nothing'
  /** Whether its wallet has signed by then: that signature is not lost. */
  isSigned?: true
  comesTo: (watch: Watched, forges: () => void) => Promise<Stage>
}

/** When the record is changed, and how the subscriber goes on. Every one of them presses the button again. */
const MOMENTS: Record<string, Moment> = {
  'while the wallet is open, which fails': {
    knows: 'asked',
    async comesTo(watch, forges) {
      await asksAndFails(watch, forges)
      return watch.here
    },
  },
  'while the wallet is open, which signs': {
    knows: 'asked',
    isSigned: true,
    async comesTo(watch, forges) {
      await asks(watch, forges)
      return watch.here
    },
  },
  'before "Try again"': {
    knows: 'asked',
    async comesTo(watch, forges) {
      await asksAndFails(watch)
      forges()
      return watch.here
    },
  },
  'before "Start again"': {
    knows: 'asked',
    async comesTo(watch, forges) {
      await asksAndFails(watch)
      await button('Cancel').click()
      forges()
      await button('Start again').click()
      await arrives(watch.here, 'reviewing')
      return watch.here
    },
  },
  'before a reload': {
    knows: 'nothing',
    async comesTo(watch, forges) {
      await asksAndFails(watch)
      forges()
      return watch.here.reload()
    },
  },
  'before another tab, beside this one': {
    knows: 'nothing',
    async comesTo(watch, forges) {
      await asksAndFails(watch)
      forges()
      return watch.here.newTab()
    },
  },
  'in another tab that had read it': {
    knows: 'read',
    async comesTo(watch, forges) {
      await asksAndFails(watch)
      const other = watch.here.newTab()
      await arrives(other, 'reviewing')
      forges()
      return other
    },
  },
  'after the signature': {
    knows: 'asked',
    isSigned: true,
    async comesTo(watch, forges) {
      await signsInVain(watch)
      forges()
      return watch.here
    },
  },
  'after the signature, before a reload': {
    knows: 'nothing',
    async comesTo(watch, forges) {
      await signsInVain(watch)
      forges()
      return watch.here.reload()
    },
  },
}

async function asks(watch: Watched, forges: () => void = () => undefined): Promise<void> {
  const { here, asked } = watch
  await connectsTo(here)
  const release = here.wallet.controls.hold()
  await press(here)
  await expect.poll(() => asked.length).toBe(1)
  forges()
  release()
}

async function asksAndFails(watch: Watched, forges?: () => void): Promise<void> {
  const { controls } = watch.here.wallet
  controls.answer('typed_data', 'fail')
  await asks(watch, forges)
  await arrives(watch.here, 'error')
  controls.answer('typed_data', 'approve')
}

/** Presses what there is to press until nothing more comes of it, as a subscriber would who wants to pay. */
async function persists(here: Stage): Promise<void> {
  const rests = () => !['loading', 'connecting', 'signing', 'opening'].includes(here.element.phase)
  for (let time = 0; time < 3; time++) {
    await expect.poll(rests).toBe(true)
    if (here.element.phase === 'complete') return
    await press(here)
  }
  await expect.poll(rests).toBe(true)
}

/** What was signed for is on screen: the session's rate, length and payee, the chain route's operator and fee. */
function isOnScreen(typedData: WireTypedData, { service, wallet }: Stage, known: WireMeterTerms[]): void {
  const { message } = typedData
  const location = { chainId: service.chain.chain_id, escrow: service.chain.escrow }
  const terms = known.find(each => meterDigest(termsFromWire(each), location) === message.nonce)
  expect(terms && openingTypedData(termsFromWire(terms), location)).toEqual(typedData)
  expect(terms).toEqual({
    payer: wallet.controls.address,
    merchant: service.payee,
    operator: service.chain.operator,
    token: service.chain.token.address,
    fee_recipient: service.chain.fee_recipient,
    fee_bps: service.chain.fee_bps,
    rate_per_second: rateInTermsUnits(service.session.product.rate_usd_per_second).toString(),
    max_seconds: 3_600,
    stop_grace: 86_400,
    open_by: Number(message.validBefore),
    expiry: Number(message.validBefore) + 3_600 + 2_592_000,
    salt: terms?.salt,
  })
}

/** Changes the record at a moment, goes on as a subscriber would who wants to pay, and looks at all that was signed. */
export async function forgesAt(when: string, what: string): Promise<void> {
  const moment = MOMENTS[when] as Moment
  document.body.replaceChildren()
  const watch = watched({ id: SESSION_ID })
  const prepared: WireMeterTerms[] = []
  watch.here.service.lie = (answer, path) => {
    if (path.endsWith('/prepare')) prepared.push(answer.terms as WireMeterTerms)
  }
  const forged: WireMeterTerms[] = []
  const here = await moment.comesTo(watch, () =>
    forge(watch, lock => {
      const changed = (FORGERIES[what] as (lock: SignatureLock) => SignatureLock)(lock)
      forged.push(changed.terms)
      return changed
    }),
  )
  await persists(here)
  if (watch.here.element.isConnected) await persists(watch.here)
  for (const typedData of watch.asked) isOnScreen(typedData, here, [...prepared, ...forged])
  // A page that lives loses nothing, and asks for one signature. One that has never asked believes that another gave up.
  const isTold = moment.knows === 'nothing' || (moment.knows === 'read' && what === GIVEN_UP)
  const digests = new Set(watch.asked.map(({ message }) => message.nonce))
  if (!isTold) expect([digests.size, here.service.openings <= 1]).toEqual([1, true])
  if (moment.isSigned) expect(here.service.openings).toBe(1)
}

export const moments = fc.constantFrom(...Object.keys(MOMENTS))
export const forgeries = fc.constantFrom(...Object.keys(FORGERIES))
