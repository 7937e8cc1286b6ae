import type { WireTypedData } from '@per-second/protocol/types'
import { expect } from 'vitest'
import type { BrowserStorage } from '../src/dom/browser-storage.ts'
import type { SignatureLock } from '../src/machine/signature-lock.ts'
import type { Ports } from '../src/ports.ts'
import type { FakeService } from '../src/testing/fake-service.ts'
import type { FakeServiceOptions } from '../src/testing/fake-session.ts'
import { WalletError } from '../src/wallet/wallet.ts'
import { arrives } from './person.ts'
import { inMemory, type Stage, stage } from './stage.ts'
import type { StagedWalletOptions } from './staged-wallet.ts'

/** A checkout whose signing is watched: the wallet's requests, the browser's records of them, and the page's clock. */
export type Watched = {
  here: Stage
  /** Every typed data of a signature request, oldest first. */
  asked: WireTypedData[]
  /** The names of the signature records in storage. */
  names(): string[]
  storage: BrowserStorage
  clock: { now: number }
  lock(): SignatureLock | null
}

export type WatchedOptions = FakeServiceOptions & {
  prepare?: (service: FakeService) => void
  storage?: BrowserStorage
  ports?: Partial<Ports>
  wallet?: StagedWalletOptions
  attributes?: Record<string, string>
}

export function watched({
  ports,
  storage = inMemory(),
  wallet,
  attributes,
  ...options
}: WatchedOptions = {}): Watched {
  const clock = { now: Math.floor(Date.now() / 1000) }
  const here = stage({
    ...options,
    ...(wallet && { wallet }),
    attributes: { redirect: 'none', email: 'ada@example.com', ...attributes },
    ports: { storage, deviceNow: () => clock.now, ...ports },
  })
  const asked: WireTypedData[] = []
  const { signTypedData } = here.wallet
  here.wallet.signTypedData = (typedData, asking) => {
    asked.push(structuredClone(typedData))
    return signTypedData(typedData, asking)
  }
  const names = () => storage.names(`billing-authorise lock ${here.service.session.id} `)
  const lock = () => JSON.parse(storage.read(names()[0] ?? '') ?? 'null') as SignatureLock | null
  return { here, asked, names, storage, clock, lock }
}

/** Presses the one button, of one of several cards on the page. */
export async function press({ element }: Stage): Promise<void> {
  await element.updateComplete
  element.shadowRoot?.querySelector<HTMLElement>('.primary')?.click()
}

/** The card's words, in one line. */
export function wordsOf({ element }: Stage): string {
  return element.shadowRoot?.querySelector('.card')?.textContent?.replace(/\s+/g, ' ') ?? ''
}

export async function says(here: Stage, words: string | RegExp): Promise<void> {
  await expect.poll(() => wordsOf(here)).toMatch(words)
}

/** Connects, without a list, and without a prompt if the wallet is already connected. */
export async function connectsTo(here: Stage): Promise<void> {
  await arrives(here, 'choosing')
  await press(here)
  await arrives(here, 'reviewing')
  await here.element.updateComplete
}

/** The wallet shows the request, and its owner refuses. */
export async function asksInVain(watch: Watched): Promise<void> {
  const { here, asked } = watch
  here.wallet.controls.answer('typed_data', 'fail')
  await connectsTo(here)
  await press(here)
  await arrives(here, 'error')
  expect(asked.length).toBe(1)
  here.wallet.controls.answer('typed_data', 'approve')
}

/** The wallet has signed, and the submission does not reach the service. */
export async function signsInVain(watch: Watched): Promise<void> {
  const { here, asked } = watch
  await connectsTo(here)
  here.service.fail({ path: '/authorise', status: 400, code: 'insufficient_funds' })
  await press(here)
  await arrives(here, 'error')
  expect([asked.length, watch.lock()?.signature !== null]).toEqual([1, true])
}

/** The chain's state through the wallet, in one block, and the device's clock. Both times are relative to `open_by`. */
export type Seen = {
  block: number
  device: number
  isKnown?: boolean
  isNonceUsed?: boolean
  isUnreadable?: boolean
}

export function sees(
  watch: Watched,
  { block, device, isKnown = false, isNonceUsed = false, isUnreadable = false }: Seen,
): void {
  const { here, clock, lock } = watch
  const openBy = lock()?.terms.open_by ?? Number.NaN
  clock.now = openBy + device
  here.service.ahead = openBy + Math.max(block, device) - Math.floor(Date.now() / 1000)
  here.wallet.controls.setLatestBlockTimestamp(openBy + block)
  const digest = lock()?.digest
  const { readOpening } = here.wallet
  here.wallet.readOpening = async opening => {
    if (isUnreadable) throw new WalletError('wallet_failed', 'no answer')
    const isThis = opening.digest === digest
    return { ...(await readOpening(opening)), isKnown: isThis && isKnown, isNonceUsed: isThis && isNonceUsed }
  }
}
