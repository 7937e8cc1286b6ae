import { usdFromBaseUnits } from '@per-second/protocol/money'
import { browserStorage } from '../dom/browser-storage.ts'
import { newClaim } from '../effects/flows/claim.ts'
import { type Flow, verifiedChain } from '../effects/flows/flow.ts'
import { lockVerdict } from '../effects/flows/lock-verdict.ts'
import { SessionStore } from '../effects/session-store.ts'
import { AuthoriseError, type SignedDeposit } from '../errors/authorise-error.ts'
import type { Event } from '../machine/event.ts'
import { depositOf } from '../machine/signature-lock.ts'
import { requireSessionId } from '../require-session-id.ts'
import { createFetchService } from '../service/fetch-service.ts'
import { createHttp } from '../service/http.ts'
import { anObject } from '../service/shape.ts'
import type { Pins } from '../signing/pins.ts'
import { signing } from '../signing/signing.ts'
import { sessionKeys } from '../storage-key.ts'
import type { SigningWallet } from '../wallet/wallet.ts'
import { invalid, type MeterLimits, requireWithin } from './checked-limits.ts'
import { readRecord } from './meter-record.ts'
import type { MeterStore } from './meter-store.ts'
import { nodeCrypto } from './node-modules.ts'
import type { OpenMeterOptions } from './open-meter.ts'
import { programWallet } from './program-wallet.ts'
import { refuseUnknown } from './refuse-unknown.ts'

/** The element's flow over a program's account and store. */
export type ProgramFlow = Flow & {
  /** The caller's signal: it ends a wait, and never a request for a signature. `signal` never fires. */
  until: AbortSignal
  /** Runs work with the store's record and the service's session, while no other call holds the session. */
  hold<T>(work: () => Promise<T>): Promise<T>
  /** The signature that can still move money. Errors carry it. */
  signed(): SignedDeposit | null
}

const NO_PINS: Pins = { chainId: null, escrow: null, token: null, payee: null, maxFee: null }

/** A signal of its own for each flow, so that no listeners pile up. */
export function neverAborted(): AbortSignal {
  return new AbortController().signal
}

/** The store holds the session, so no other call can request at the same time. */
const LOCKS = {
  request: (_name: string, _options: unknown, work: (lock: object) => unknown) => work({}),
} as unknown as LockManager

/** @throws {AuthoriseError} `session_invalid`, `secret_key_in_page`, `parameter_invalid`, `parameter_unknown`, `base_url_invalid` */
export function programFlow({
  account,
  store: kept,
  ...options
}: Pick<OpenMeterOptions, 'session' | 'baseUrl' | 'account' | 'chain' | 'pins' | 'replaces' | 'signal'> & {
  store: MeterStore
  email?: string
  limits?: MeterLimits
}): ProgramFlow {
  const sessionId = String(options.session)
  requireSessionId(sessionId)
  if (!anObject(account) || !('signTypedData' in account || 'provider' in account))
    throw invalid('account', 'a viem account, or an EIP-1193 provider with its address')
  if (!anObject(kept) || !('hold' in kept)) throw invalid('store', 'a store, such as fileStore(folder)')
  refuseUnknown(options.pins ?? {}, NO_PINS, 'pins')
  const http = createHttp({ baseUrl: options.baseUrl, pageUrl: options.baseUrl })
  const keys = sessionKeys(http.origin, sessionId)
  const storage = memory()
  const store = new SessionStore(
    { storage, tabStorage: storage, held: new Map() },
    { keys, origin: http.origin, host: { remember: 'browser' } },
  )
  let checkout: ReturnType<Flow['checkout']> | null = null
  let written: string | null = null
  /** The token of another address of the service. The store keeps it, and it is sent nowhere from here. */
  let tokenElsewhere: string | null = null
  let wallet: Promise<SigningWallet> | null = null

  const load = async () => {
    written = await kept.read(sessionId)
    const record = written === null ? null : readRecord(written, sessionId)
    if (record) {
      const { lock, token } = record
      storage.write(keys.lock + lock.digest, JSON.stringify(lock))
      if (lock.service !== http.origin) tokenElsewhere = token
      else if (token !== null)
        store.writeToken({ token, customer: '', address: lock.terms.payer, walletId: '' })
    }
    checkout = {
      session: (await flow.service.session(sessionId)).value,
      chain: null,
      connection: { address: account.address, walletId: '', walletName: '', chainId: 0 },
      lock: store.readLock(),
      email: options.email ?? '',
      payee: null,
      openElsewhere: null,
    }
  }
  const current = () => {
    if (!checkout) throw new Error('A flow runs without a session.')
    return checkout
  }
  const dispatch = (event: Event) => {
    if (event.type === 'chain_read') current().chain = event.chain
    if (event.type === 'locked' || event.type === 'signed') current().lock = event.lock
    if (event.type === 'lock_fell') current().lock = null
    if (event.type === 'authorised' || event.type === 'session_read') current().session = event.session
  }
  const flow: ProgramFlow = {
    sessionId,
    service: createFetchService(http),
    store,
    ports: {
      deviceNow: () => Math.floor(Date.now() / 1000),
      monotonicNow: () => performance.now(),
      pageOrigin: () => http.origin,
      loadSigning: async () => signing,
      locks: LOCKS,
    },
    pins: { ...NO_PINS, ...options.pins },
    replaces: options.replaces ?? null,
    signal: neverAborted(),
    until: options.signal ?? neverAborted(),
    chainPatience: Number.POSITIVE_INFINITY,
    checkout: current,
    connection: () => current().connection,
    wallet: () => {
      const { transport } = options.chain ?? {}
      wallet ??= verifiedChain(flow).then(chain => programWallet(account, { chain, transport }))
      return wallet.catch(error => {
        wallet = null
        throw error
      })
    },
    // Node 18 has Web Crypto in a module only.
    newClaim: async () => newClaim(globalThis.crypto ?? (await nodeCrypto()).webcrypto),
    requireAgreed: ({ terms, depositBaseUnits }) => {
      const rateUsdPerSecond = current().session.product.rate_usd_per_second
      if (options.limits)
        requireWithin(options.limits, { depositBaseUnits, payee: terms.merchant, rateUsdPerSecond })
    },
    saved: async () => {
      const lock = store.readLock()
      const own = lock?.isKnown ? store.readToken() : null
      const text =
        lock &&
        JSON.stringify({
          lock: { ...lock, service: own ? http.origin : lock.service },
          token: own?.token ?? tokenElsewhere,
        })
      if (text === written) return
      await (text === null ? kept.erase(sessionId) : kept.write(sessionId, text))
      written = text
    },
    dispatch,
    report: dispatch,
    readEscrow: async () => {
      const { lock } = current()
      if (!lock) return
      const reader = await flow.wallet().catch(() => null)
      const verdict = reader && (await lockVerdict(reader, lock, { deviceNow: flow.ports.deviceNow() }))
      if (verdict === 'fell') {
        store.eraseLock(lock)
        throw new AuthoriseError(
          'signature_late',
          'The signature can open no meter any more: its deadline is over, or the account has cancelled it.',
        )
      }
      if (verdict !== 'known') return
      current().lock = { ...lock, isKnown: true }
      store.writeLock({ ...lock, isKnown: true })
    },
    hold: work =>
      kept.hold(sessionId, async () => {
        try {
          await load()
          return await work()
        } finally {
          if (checkout) await flow.saved()
        }
      }),
    signed: () => {
      const lock = store.readLock()
      if (!lock || lock.asked === 0) return null
      const { digest, terms } = lock
      return { digest, depositUsd: usdFromBaseUnits(depositOf(terms)), openBy: terms.open_by }
    },
  }
  return flow
}

/** The element's storage of a page whose browser refuses one. */
function memory() {
  return browserStorage(() => {
    throw new Error('A program has no storage of a browser.')
  })
}
