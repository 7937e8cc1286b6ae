import { liveEscrowAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { depositOfTerms } from '@per-second/protocol/terms'
import type { Address, Hex } from '@per-second/protocol/types'
import type { ExitChain } from './exit-chain.ts'
import { ExitError } from './exit-error.ts'
import { explainFailure } from './explain-failure.ts'
import type { FoundMeter } from './meter-search.ts'
import { type EscrowState, meterStanding } from './meter-standing.ts'
import { parseAddress } from './signed-paper.ts'
import { isKnownToken } from './token-amount.ts'

/** A meter's last reading, and the credit of the account in its escrow and token, in base units. */
export type ReadMeter = { meter: FoundMeter & { state: EscrowState }; credit: bigint; now: number }

/** A found meter. A meter of pasted terms is shown with any token. */
type Entry = { readonly meter: FoundMeter; isPasted: boolean; read: ReadMeter | null; isDue: boolean }

const READ_AT_ONCE = 20
const CARDS_AT_ONCE = 50

/**
 * Searches one chain for an account's meters. A bad address, log entry or contract is reported in words and left out, and never
 * ends the search (docs/money.md, rule 79).
 */
export class ExitLook {
  readonly chain: ExitChain
  /** The sentences about everything that was left out. */
  readonly #leftOut = new Set<string>()
  progress: { fromBlock: bigint | null; isOver: boolean; failure: string | null } = {
    fromBlock: null,
    isOver: false,
    failure: null,
  }
  /** How many of the meters the page shows, and how many of the others. */
  shown = CARDS_AT_ONCE
  shownOthers = 0
  readonly #changed: () => void
  readonly #entries = new Map<Hex, Entry>()
  #skipped = 0
  #reading: Promise<void> | null = null
  #isLeft = false

  /** @param changed is called after each change of the data to show */
  constructor(chain: ExitChain, changed: () => void) {
    this.chain = chain
    this.#changed = () => {
      if (!this.#isLeft) changed()
    }
  }

  /** The meters to show: pasted ones first, then by the money that the escrow holds, most first. */
  get meters(): readonly ReadMeter[] {
    return readings(this.#entriesOf(true))
  }

  /** The meters in tokens that this page does not know. */
  get others(): readonly ReadMeter[] {
    return readings(this.#entriesOf(false))
  }

  get foundCount(): number {
    return this.#entries.size
  }

  get othersCount(): number {
    return this.#entriesOf(false).length
  }

  get notes(): readonly string[] {
    const skipped =
      this.#skipped > 0 ? [`Entries of the log that are no meters were left out: ${this.#skipped}.`] : []
    const due = this.#reading === null ? this.#due().length : 0
    const unread = due > 0 ? [`Meters that could not be read so far: ${due}. The page tries again.`] : []
    return [...this.#leftOut, ...skipped, ...unread]
  }

  /** Ends the notifications of this search, because another one has begun. */
  leave(): void {
    this.#isLeft = true
  }

  /** @param named addresses of escrows besides the shared ones, from a link or typed */
  async search(named: readonly string[]): Promise<void> {
    try {
      const escrows = await this.escrows(named)
      for await (const { fromBlock, found } of this.chain.search(escrows)) {
        if (this.#isLeft) return
        for (const meter of found.meters) {
          if (this.#entries.has(meter.meterId)) continue
          const isDue = isKnownToken(meter.terms.token, this.chain.chainId)
          this.#entries.set(meter.meterId, { meter, isPasted: false, read: null, isDue })
        }
        this.#skipped += found.skipped
        this.progress = { ...this.progress, fromBlock }
        this.#changed()
        // The meters with the most money are read first, while the search goes on.
        this.#readAll()
      }
    } catch (error) {
      this.progress = { ...this.progress, failure: explainFailure(error) }
    }
    await this.#reading
    this.progress = { ...this.progress, isOver: true }
    this.#changed()
  }

  /**
   * The escrows among these addresses and the shared ones, recognised by their code. All others are reported and left out.
   *
   * @throws {ExitError} `escrow_unknown` if none remains, and every error of the wallet
   */
  async escrows(named: readonly string[]): Promise<Address[]> {
    const escrows: Address[] = []
    for (const text of named) {
      try {
        const address = parseAddress(text)
        await this.chain.requireEscrow(address)
        escrows.push(address)
      } catch (error) {
        const told = explainFailure(error)
        this.#leaveOut(
          error instanceof ExitError ? told : `The contract at ${text} could not be read. ${told}`,
        )
      }
    }
    for (const shared of [liveEscrowAddress, testEscrowAddress] as const)
      if (await this.chain.isEscrow(shared)) escrows.push(shared)
    if (escrows.length > 0) return escrows
    throw new ExitError(
      'escrow_unknown',
      'This network has no escrow that the page knows. Switch the network in your wallet, or name your service’s escrow below.',
    )
  }

  /**
   * Reads meters whose terms were pasted.
   *
   * @returns whether the escrow knows one of them
   * @throws {ExitError} `escrow_unknown`, and every error of the wallet
   */
  async readPasted(meters: readonly FoundMeter[]): Promise<boolean> {
    const now = await this.chain.now()
    let isKnown = false
    for (const meter of meters) {
      const read = await this.#readOne(meter, now)
      if (read.meter.state.status === 'unknown') continue
      this.#entries.set(meter.meterId, { meter, isPasted: true, read, isDue: false })
      isKnown = true
    }
    this.#changed()
    return isKnown
  }

  showMore(): void {
    this.shown += CARDS_AT_ONCE
    this.#changed()
  }

  /** Shows, and therefore reads, the largest of the meters in tokens that this page does not know. */
  showMoreOthers(): void {
    this.shownOthers += CARDS_AT_ONCE
    const largest = this.#entriesOf(false).sort(largestDepositFirst).slice(0, this.shownOthers)
    for (const entry of largest) entry.isDue ||= entry.read === null
    this.#changed()
    this.#readAll()
  }

  /** Reads shown open meters again, and meters whose reading failed. A search that is still reading is not started again. */
  refresh(): void {
    for (const { meter } of this.meters.slice(0, this.shown)) {
      const entry = this.#entries.get(meter.meterId)
      if (entry && meter.state.status === 'open') entry.isDue = true
    }
    this.#readAll()
  }

  /** Replaces a meter by its reading after an act. */
  keep(meterId: Hex, state: EscrowState): void {
    const entry = this.#entries.get(meterId)
    if (!entry?.read) return
    entry.read = { ...entry.read, meter: { ...entry.meter, state } }
    entry.isDue = true
    this.#readAll()
  }

  #leaveOut(sentence: string): void {
    this.#leftOut.add(sentence)
    this.#changed()
  }

  #readAll(): void {
    this.#reading ??= this.#readDue().finally(() => {
      this.#reading = null
      this.#changed()
    })
  }

  /** Tries each meter once. A meter whose reading fails waits for the next refresh and blocks no other. */
  async #readDue(): Promise<void> {
    const failed: Entry[] = []
    for (;;) {
      const batch = this.#due().sort(largestDepositFirst).slice(0, READ_AT_ONCE)
      if (batch.length === 0 || this.#isLeft) break
      for (const entry of batch) entry.isDue = false
      const now = await this.chain.now().catch(() => null)
      if (now === null) {
        failed.push(...batch)
        break
      }
      await Promise.all(
        batch.map(async entry => {
          const read = await this.#readOne(entry.meter, now).catch(() => null)
          if (read === null) failed.push(entry)
          else entry.read = read
        }),
      )
      this.#changed()
    }
    for (const entry of failed) entry.isDue = true
  }

  async #readOne(meter: FoundMeter, now: number): Promise<ReadMeter> {
    const [state, credit] = await Promise.all([
      this.chain.state(meter),
      // A missing credit must not block the exit.
      this.chain.credit({ escrow: meter.escrow, token: meter.terms.token }).catch(() => 0n),
    ])
    return { meter: { ...meter, state }, credit, now }
  }

  #due(): Entry[] {
    return [...this.#entries.values()].filter(({ isDue }) => isDue)
  }

  /** The meters to show, or all others. */
  #entriesOf(isShown: boolean): Entry[] {
    return [...this.#entries.values()].filter(
      ({ meter, isPasted }) => (isPasted || isKnownToken(meter.terms.token, this.chain.chainId)) === isShown,
    )
  }
}

function readings(entries: readonly Entry[]): ReadMeter[] {
  return entries
    .flatMap(({ isPasted, read }) =>
      read && read.meter.state.status !== 'unknown' ? [{ isPasted, read }] : [],
    )
    .sort((a, b) => Number(b.isPasted) - Number(a.isPasted) || compare(heldOf(b.read), heldOf(a.read)))
    .map(({ read }) => read)
}

/** The money of the account and the payer that the escrow holds for a meter, in base units. */
function heldOf({ meter, credit, now }: ReadMeter): bigint {
  return (meterStanding(meter.terms, meter.state, now)?.held ?? 0n) + credit
}

function largestDepositFirst(a: Entry, b: Entry): number {
  return compare(depositOfTerms(b.meter.terms), depositOfTerms(a.meter.terms))
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
