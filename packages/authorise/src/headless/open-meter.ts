import type { CheckoutSession } from '@per-second/protocol/types'
import type { Transport } from 'viem'
import { newClaim } from '../effects/flows/claim.ts'
import { freshLock } from '../effects/flows/fresh-lock.ts'
import { lockVerdict } from '../effects/flows/lock-verdict.ts'
import { statedBy } from '../effects/flows/stated-by.ts'
import { AuthoriseError } from '../errors/authorise-error.ts'
import { isEmail } from '../machine/email.ts'
import { buildAuthorisation, type StatedAuthorisation } from '../signing/build-authorisation.ts'
import type { Pins } from '../signing/pins.ts'
import { signing } from '../signing/signing.ts'
import { WalletError } from '../wallet/wallet.ts'
import { checkedLimits, invalid, type MeterLimits, requireWithin } from './checked-limits.ts'
import { createCheckout, type ProgramCheckout } from './checkout.ts'
import type { Meter } from './meter.ts'
import { type MeterRecord, signedDeposit } from './meter-record.ts'
import { type MeterStore, memoryStore } from './meter-store.ts'
import { nodeCrypto } from './node-modules.ts'
import type { ProgramAccount } from './program-wallet.ts'
import { refuseUnknown } from './refuse-unknown.ts'
import { submitSignature } from './submit-signature.ts'
import { told } from './told.ts'

export type OpenMeterOptions = {
  /** `cs_…`, from the merchant's server. */
  session: string
  /** The service. */
  baseUrl: string
  account: ProgramAccount
  /** The RPC endpoint for an account without a provider (default: the endpoint in the table of chains). */
  chain?: { transport: Transport }
  email: string
  /** 60 to 2,592,000 seconds. Leave it out where the merchant fixed the duration. */
  maxDurationSeconds?: number
  limits: MeterLimits
  pins?: Partial<Pins>
  /** The session whose meter this one carries on. */
  replaces?: string
  /** Default: memory, which loses the signature when the process ends (see {@link MeterStore}). */
  store?: MeterStore
  /** Ends the wait. The signature stays valid. */
  signal?: AbortSignal
}

const OPTIONS = {
  session: true,
  baseUrl: true,
  account: true,
  chain: true,
  email: true,
  maxDurationSeconds: true,
  limits: true,
  pins: true,
  replaces: true,
  store: true,
  signal: true,
} satisfies Record<keyof OpenMeterOptions, true>

/**
 * Opens the meter of a checkout session for a program: the element's own checks, one signature, no gas. Called again with the same
 * session and store it never signs a second time: it goes on where the last call ended.
 *
 * @throws {AuthoriseError} `limit_exceeded` before the signature, and every code of the element and the service. Money can still move
 *   where `signed` is set
 */
export async function openMeter(options: OpenMeterOptions): Promise<Meter> {
  refuseUnknown(options, OPTIONS)
  const limits = checkedLimits(options.limits)
  if (typeof options.email !== 'string' || !isEmail(options.email)) throw invalid('email', 'an email address')
  const checkout = createCheckout({ ...options, store: options.store ?? memoryStore() })
  return told(checkout, () =>
    checkout.keeper.hold(async () => {
      const record = await standing(checkout)
      const signed = record ?? (await draft(checkout, { ...options, limits }))
      return submitSignature(checkout, await requestSignature(checkout, signed, limits))
    }),
  )
}

/**
 * The meter that {@link openMeter} was opening or has opened under this store, or null where it has no record. It signs nothing that was
 * not signed before.
 */
export async function resumeMeter(
  options: Pick<OpenMeterOptions, 'session' | 'baseUrl' | 'account' | 'chain' | 'pins' | 'signal'> & {
    store: MeterStore
  },
): Promise<Meter | null> {
  refuseUnknown(options, OPTIONS)
  const checkout = createCheckout(options)
  return told(checkout, () =>
    checkout.keeper.hold(async () => {
      const record = await standing(checkout)
      return record?.lock.signature ? submitSignature(checkout, record) : null
    }),
  )
}

/**
 * The earlier request, if it may still open a meter. A signed request is submitted in any case.
 *
 * @throws {AuthoriseError} `meter_known`, `refused_terms` for a request that another service drafted
 */
async function standing(checkout: ProgramCheckout): Promise<MeterRecord | null> {
  const record = await checkout.keeper.read()
  if (record === null) return null
  if (record.lock.signature !== null) return ofThisService(checkout, record)
  const wallet = await checkout.wallet()
  const verdict = await lockVerdict(wallet, record.lock, { deviceNow: checkout.deviceNow() })
  if (verdict === 'known')
    throw new AuthoriseError(
      'meter_known',
      'The escrow holds the deposit of what was signed for this session.',
    )
  if (verdict !== 'fell') return ofThisService(checkout, record)
  await checkout.keeper.erase()
  return null
}

/**
 * A service may have several addresses. The request follows to another one only if that one would be paid in the same way. The client
 * token does not follow.
 *
 * @throws {AuthoriseError} `refused_terms`
 */
async function ofThisService(checkout: ProgramCheckout, record: MeterRecord): Promise<MeterRecord> {
  const { lock } = record
  if (lock.service === checkout.origin) return record
  checkout.signed = signedDeposit(record)
  await built(checkout, statedBy(lock, signing), lock.terms.max_seconds)
  return checkout.keeper.write({ lock: { ...lock, service: checkout.origin }, token: null })
}

/** A fresh draft, checked whole and written down before the account is asked. */
async function draft(
  checkout: ProgramCheckout,
  { email, maxDurationSeconds, limits, replaces }: OpenMeterOptions,
): Promise<MeterRecord> {
  const session = await checkout.session()
  const seconds = maxDurationSeconds ?? session.max_duration_seconds
  if (seconds === null)
    throw invalid('maxDurationSeconds', 'given: the session does not fix the maximum duration')
  const [chain, wallet, { claim, secret }] = await Promise.all([
    checkout.chain(),
    checkout.wallet(),
    webCrypto().then(newClaim),
  ])
  const asked = { wallet_address: wallet.address, claim, max_duration_seconds: seconds }
  const prepared = await checkout.service.prepare(session.id, {
    ...asked,
    ...(replaces !== undefined && { replaces }),
  })
  const { typedData, depositBaseUnits } = await built(checkout, prepared, seconds)
  requireWithin(limits, limited(session, prepared, depositBaseUnits))
  const [accountKind, balance] = await Promise.all([
    wallet.accountKind().catch(() => null),
    wallet.balanceOf(chain.token.address).catch(() => null),
  ])
  if (balance !== null && balance < depositBaseUnits && accountKind !== null && accountKind !== 'contract')
    throw new AuthoriseError('insufficient_funds', 'The account holds less AUSD than the deposit.')
  const { nonce: digest } = typedData.message
  const own = {
    digest,
    service: checkout.origin,
    replaces: replaces ?? null,
    secret,
    email: email.trim(),
    accountKind,
  }
  return checkout.keeper.write({ lock: freshLock(prepared, chain, own), token: null })
}

/** Asks the account, after its terms have passed the checks of a fresh draft once more. The account signs no request twice. */
async function requestSignature(
  checkout: ProgramCheckout,
  record: MeterRecord,
  limits: MeterLimits,
): Promise<MeterRecord> {
  const { keeper } = checkout
  if (record.lock.signature !== null) return record
  const stated = statedBy(record.lock, signing)
  const { typedData, depositBaseUnits } = await built(checkout, stated, record.lock.terms.max_seconds)
  requireWithin(limits, limited(await checkout.session(), stated, depositBaseUnits))
  const wallet = await checkout.wallet()
  const block = await wallet.latestBlockTimestamp().catch(() => null)
  const asked = await keeper.write({
    ...record,
    lock: { ...record.lock, asked: record.lock.asked + 1 },
  })
  checkout.signed = signedDeposit(asked)
  try {
    const signature = await wallet.signTypedData(typedData)
    const signedAt = {
      wall: checkout.deviceNow(),
      monotonicMs: checkout.monotonicNow(),
      block,
      billing: null,
    }
    return await keeper.write({ ...asked, lock: { ...asked.lock, signature, signedAt } })
  } catch (error) {
    const { accountKind } = asked.lock
    const isKey = accountKind === 'key' || accountKind === 'delegated'
    // Every request of a key was answered by a refusal: nothing of it can be signed any more.
    if (asked.lock.asked === 1 && isKey && error instanceof WalletError && error.code === 'user_rejected') {
      checkout.signed = null
      await keeper.erase()
    }
    throw error
  }
}

async function built(checkout: ProgramCheckout, stated: StatedAuthorisation, maxDurationSeconds: number) {
  const [session, chain, wallet] = await Promise.all([
    checkout.session(),
    checkout.chain(),
    checkout.wallet(),
  ])
  const block = await wallet.latestBlockTimestamp().catch(() => null)
  return buildAuthorisation({
    stated,
    session,
    chain,
    maxDurationSeconds,
    payer: wallet.address,
    payee: null,
    pins: checkout.pins,
    pageOrigin: checkout.origin,
    nowSeconds: Math.max(checkout.deviceNow(), block ?? 0),
  })
}

function limited(session: CheckoutSession, { terms }: StatedAuthorisation, depositBaseUnits: bigint) {
  return {
    depositBaseUnits,
    payee: terms.merchant,
    rateUsdPerSecond: session.product.rate_usd_per_second,
  }
}

/** The runtime's Web Crypto. Node 18 has it in a module only. */
async function webCrypto(): Promise<Crypto> {
  return globalThis.crypto ?? ((await nodeCrypto()).webcrypto as Crypto)
}
