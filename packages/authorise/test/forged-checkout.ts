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

/** A thief's terms: the thief is paid, and opens the meter. */
const THEFT = { merchant: THIEF, operator: THIEF, fee_recipient: THIEF, fee_bps: 1_000, stop_grace: 604_800 }

const GIVEN_UP = 'that it is given up'

/** Every change to the record that a script of the page's origin can make, by its name. */
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
  'escrow, with its digest': lock => withTerms({ ...lock, escrow: THIEF }, {}),
  'chain, with its digest': lock => withTerms({ ...lock, chainId: 1 }, {}),
  'that the thief’s escrow knows it': lock => withTerms({ ...lock, escrow: THIEF, isKnown: true }, {}),
  'that another chain knows it': lock => withTerms({ ...lock, chainId: 1, isKnown: true }, {}),
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

/** The knowledge of the page that continues: its own request, an earlier reading, or nothing. */
type Moment = {
  knows: 'asked' | 'read' | 'nothing'
  /** Whether its wallet has signed by then. That signature is not lost. */
  isSigned?: true
  comesTo: (watch: Watched, forges: () => void) => Promise<Stage>
}

/** The moment of the change, and the subscriber's next steps. In each case the subscriber presses the button again. */
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

/** Presses every button until no press has an effect, as a subscriber would who wants to pay. */
async function persists(here: Stage): Promise<void> {
  const rests = () => !here.element.matches(':state(busy)')
  for (let time = 0; time < 3; time++) {
    await expect.poll(rests).toBe(true)
    if (here.element.phase === 'complete') return
    await press(here)
  }
  await expect.poll(rests).toBe(true)
}

/** The signed values are on screen: the session's rate, length and payee, the chain route's operator and fee. */
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

/** Changes the record at a moment, continues as a subscriber would who wants to pay, and checks all signatures. */
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
  // The same page loses nothing, and makes one request. A page without a request believes that another tab gave up.
  const isTold = moment.knows === 'nothing' || (moment.knows === 'read' && what === GIVEN_UP)
  const digests = new Set(watch.asked.map(({ message }) => message.nonce))
  if (!isTold) expect([digests.size, here.service.openings <= 1]).toEqual([1, true])
  if (moment.isSigned) expect(here.service.openings).toBe(1)
  await stopsOnlyItsOwn(here)
}

/** A stop, on any screen, reaches the session's escrow or no contract. */
async function stopsOnlyItsOwn({ element, service, wallet }: Stage): Promise<void> {
  const stop = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.lock .text-button') ?? [])].find(
    each => each.textContent === 'Stop on the network',
  )
  stop?.click()
  await element.updateComplete
  for (const { to } of wallet.controls.transactions) expect(to).toBe(service.chain.escrow)
}

/** By a record from a script, the page shows that the escrow knows the meter. The subscriber presses Stop. */
export async function stopsForged(what: string): Promise<void> {
  document.body.replaceChildren()
  const watch = watched({ id: SESSION_ID })
  await signsInVain(watch)
  forge(watch, lock => ({
    ...(FORGERIES[what] as (lock: SignatureLock) => SignatureLock)(lock),
    isKnown: true,
  }))
  // The service denies it, and the wallet can only be read after a prompt.
  for (let time = 0; time < 30; time++)
    watch.here.service.fail({ path: '/authorise', status: 400, code: 'draft_invalid' })
  watch.here.wallet.controls.lock()
  const here = watch.here.reload()
  await expect.poll(() => button('Stop on the network').query() !== null).toBe(true)
  here.wallet.controls.setOpening({ isKnown: true, isNonceUsed: true })
  await button('Stop on the network').click()
  await expect.poll(() => here.events.filter(({ type }) => type.endsWith('-error')).length).toBeGreaterThan(0)
  expect(here.wallet.controls.transactions).toEqual([])
}

/** Changes the record before a reload, and returns after its deadline, when another signature may be requested. */
export async function fallsAtLast(what: string): Promise<void> {
  document.body.replaceChildren()
  const watch = watched({ id: SESSION_ID })
  await asksAndFails(watch)
  forge(watch, FORGERIES[what] as (lock: SignatureLock) => SignatureLock)
  const { service, wallet } = watch.here
  const late = Math.floor(Date.now() / 1000) + 2 * 3_600
  watch.clock.now = late
  service.ahead = late - Math.floor(Date.now() / 1000)
  wallet.controls.setLatestBlockTimestamp(late)
  const here = watch.here.reload()
  await persists(here)
  // In a page, a timer does so during the wait.
  await here.element.refresh()
  await persists(here)
  expect([here.element.phase, service.openings]).toEqual(['complete', 1])
}

export const moments = fc.constantFrom(...Object.keys(MOMENTS))
export const FORGED = Object.keys(FORGERIES)
export const forgeries = fc.constantFrom(...Object.keys(FORGERIES))
