import type { Chain, CheckoutSession } from '@per-second/protocol/types'
import { readChain } from '../effects/flows/read-chain.ts'
import type { SignedDeposit } from '../errors/authorise-error.ts'
import { requireSessionId } from '../require-session-id.ts'
import { createFetchService, type Service } from '../service/fetch-service.ts'
import { createHttp } from '../service/http.ts'
import { anObject } from '../service/shape.ts'
import type { Pins } from '../signing/pins.ts'
import { invalid } from './checked-limits.ts'
import { RecordKeeper } from './meter-record.ts'
import type { MeterStore } from './meter-store.ts'
import type { OpenMeterOptions } from './open-meter.ts'
import { type ProgramWallet, programWallet } from './program-wallet.ts'
import { refuseUnknown } from './refuse-unknown.ts'

/** One session of one service as a program goes through it. Session, chain and wallet are read when they are first needed. */
export type ProgramCheckout = {
  service: Service
  origin: string
  keeper: RecordKeeper
  pins: Pins
  signal: AbortSignal
  session(): Promise<CheckoutSession>
  chain(): Promise<Chain>
  wallet(): Promise<ProgramWallet>
  deviceNow(): number
  monotonicNow(): number
  /** The signature that can still move money. Errors carry it. */
  signed: SignedDeposit | null
}

const NO_PINS: Pins = { chainId: null, escrow: null, token: null, payee: null, maxFee: null }

/** @throws {AuthoriseError} `session_invalid`, `secret_key_in_page`, `parameter_invalid`, `parameter_unknown`, `base_url_invalid` */
export function createCheckout(
  options: Pick<OpenMeterOptions, 'session' | 'baseUrl' | 'account' | 'chain' | 'pins' | 'signal'> & {
    store: MeterStore
  },
): ProgramCheckout {
  const { session: sessionId, account } = options
  requireSessionId(String(sessionId))
  if (!anObject(account) || !('signTypedData' in account || 'provider' in account))
    throw invalid('account', 'a viem account, or an EIP-1193 provider with its address')
  if (!anObject(options.store) || !('hold' in options.store))
    throw invalid('store', 'a store, such as fileStore(folder)')
  const http = createHttp({ baseUrl: options.baseUrl, pageUrl: options.baseUrl })
  const service = createFetchService(http)
  refuseUnknown(options.pins ?? {}, NO_PINS, 'pins')
  const pins = { ...NO_PINS, ...options.pins }
  const signal = options.signal ?? new AbortController().signal
  const session = once(async () => (await service.session(sessionId)).value)
  const chain = once(async () => {
    const read = await readChain(service, { session: await session(), pins, pageOrigin: http.origin })
    return read.chain
  })
  return {
    service,
    pins,
    signal,
    session,
    chain,
    origin: http.origin,
    keeper: new RecordKeeper(options.store, sessionId),
    wallet: once(async () =>
      programWallet(account, { chain: await chain(), transport: options.chain?.transport }),
    ),
    deviceNow: () => Math.floor(Date.now() / 1000),
    monotonicNow: () => performance.now(),
    signed: null,
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null
  return () => {
    result ??= work()
    return result
  }
}
