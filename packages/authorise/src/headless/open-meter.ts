import type { Transport } from 'viem'
import { authorise } from '../effects/flows/authorise.ts'
import { AuthoriseError } from '../errors/authorise-error.ts'
import { isEmail } from '../machine/email.ts'
import type { Pins } from '../signing/pins.ts'
import { checkedLimits, invalid, type MeterLimits } from './checked-limits.ts'
import { createMeter, type Meter } from './meter.ts'
import { type MeterStore, memoryStore } from './meter-store.ts'
import { type ProgramFlow, programFlow } from './program-flow.ts'
import type { ProgramAccount } from './program-wallet.ts'
import { refuseUnknown } from './refuse-unknown.ts'
import { submitRecord } from './submit-record.ts'
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
  const flow = programFlow({ ...options, limits, store: options.store ?? memoryStore() })
  return told(flow, () =>
    flow.hold(async () => {
      const { lock, session } = flow.checkout()
      if (!lock?.signature) {
        const seconds = lock?.terms.max_seconds ?? options.maxDurationSeconds ?? session.max_duration_seconds
        if (seconds === null)
          throw invalid('maxDurationSeconds', 'given: the session does not fix the maximum duration')
        await authorise(flow, seconds)
      }
      return openedMeter(flow)
    }),
  )
}

/**
 * The meter that {@link openMeter} was opening or has opened under this store, or null where it has no record. It signs nothing that was
 * not signed before. A meter that the escrow holds can be stopped even if the service denies it.
 */
export async function resumeMeter(
  options: Pick<OpenMeterOptions, 'session' | 'baseUrl' | 'account' | 'chain' | 'pins' | 'signal'> & {
    store: MeterStore
  },
): Promise<Meter | null> {
  refuseUnknown(options, OPTIONS)
  const flow = programFlow(options)
  return told(flow, () =>
    flow.hold(async () => {
      if (!flow.checkout().lock?.signature) return null
      return openedMeter(flow).catch(error => {
        if (error instanceof AuthoriseError && error.code === 'meter_known') return createMeter(flow)
        throw error
      })
    }),
  )
}

async function openedMeter(flow: ProgramFlow): Promise<Meter> {
  const { lock, session } = flow.checkout()
  if (!lock?.signature)
    throw new AuthoriseError(
      'checkout_session_not_open',
      `Nothing more can be signed for the session: it is ${session.status}, or its meter is being opened elsewhere.`,
    )
  if (!lock.isKnown || !flow.store.readToken()) await submitRecord({ ...flow, signal: flow.until })
  return createMeter(flow)
}
