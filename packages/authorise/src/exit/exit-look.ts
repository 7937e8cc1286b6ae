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

/** Meters of one read; a page of cards too. */
const READ_AT_ONCE = 20
export const CARDS_AT_ONCE = 50

/**
 * Searches one chain for an account's meters. A bad address, log entry or contract is reported in words and left out, and never
 * ends the search (docs/money.md, rule 79).
 */
export class ExitLook {
  readonly chain: ExitChain
  /** The sentences about everything that was left out. */
  readonly #leftOut = new Set<string>()
  progress: { fromBlock: bigint | null; isOver: boolean; failure: string | null } = {
    ...{ fromBlock: null, isOver: false, failure: null },
  }
  readonly #changed: () => void
  readonly #found = new Map<Hex, FoundMeter>()
  readonly #read = new Map<Hex, ReadMeter>()
  /** Meters of pasted terms, which are shown with any token. */
  readonly #pasted = new Set<Hex>()
  #skipped = 0
  #unread = new Map<Hex, FoundMeter>()
  #reading: Promise<void> | null = null
  #isLeft = false
  #othersShown = 0

  /** @param changed is called after each change of the data to show */
  constructor(chain: ExitChain, changed: () => void) {
    this.chain = chain
    this.#changed = () => {
      if (!this.#isLeft) changed()
    }
  }

  /** The meters to show: pasted ones first, then by the money that the escrow holds, most first. */
  get meters(): readonly ReadMeter[] {
    return this.#sorted(({ meterId, terms }) => this.#isShown(meterId, terms.token))
  }

  /** The meters in tokens that this page does not know. */
  get others(): readonly ReadMeter[] {
    return this.#sorted(({ meterId, terms }) => !this.#isShown(meterId, terms.token))
  }

  get foundCount(): number {
    return this.#found.size
  }

  get othersCount(): number {
    return [...this.#found.values()].filter(({ meterId, terms }) => !this.#isShown(meterId, terms.token))
      .length
  }

  get notes(): readonly string[] {
    const skipped =
      this.#skipped > 0 ? [`Entries of the log that are no meters were left out: ${this.#skipped}.`] : []
    const unread =
      this.#unread.size > 0 && this.#reading === null
        ? [`Meters that could not be read so far: ${this.#unread.size}. The page tries again.`]
        : []
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
          if (this.#found.has(meter.meterId)) continue
          this.#found.set(meter.meterId, meter)
          if (isKnownToken(meter.terms.token, this.chain.chainId)) this.#unread.set(meter.meterId, meter)
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
      this.#pasted.add(meter.meterId)
      this.#found.set(meter.meterId, meter)
      this.#read.set(meter.meterId, read)
      isKnown = true
    }
    this.#changed()
    return isKnown
  }

  /** Reads the next meters in tokens that this page does not know. */
  readOthers(): void {
    this.#othersShown += CARDS_AT_ONCE
    const others = [...this.#found.values()]
      .filter(({ meterId, terms }) => !this.#isShown(meterId, terms.token))
      .sort(largestDepositFirst)
    for (const meter of others.slice(0, this.#othersShown))
      if (!this.#read.has(meter.meterId)) this.#unread.set(meter.meterId, meter)
    this.#readAll()
  }

  /** Reads open meters again, and meters whose reading failed. A search that is still reading is not started again. */
  refresh(shown: readonly ReadMeter[]): void {
    for (const { meter } of shown) if (meter.state.status === 'open') this.#unread.set(meter.meterId, meter)
    this.#readAll()
  }

  /** Replaces a meter by its reading after an act. */
  keep(meter: FoundMeter, { state }: { state: EscrowState }): void {
    const before = this.#read.get(meter.meterId)
    if (before === undefined) return
    this.#read.set(meter.meterId, { ...before, meter: { ...meter, state } })
    this.#unread.set(meter.meterId, meter)
    this.#readAll()
  }

  #leaveOut(sentence: string): void {
    this.#leftOut.add(sentence)
    this.#changed()
  }

  #readAll(): void {
    this.#reading ??= this.#readUnread().finally(() => {
      this.#reading = null
      this.#changed()
    })
  }

  /** Tries each meter once. A meter whose reading fails waits for the next refresh and blocks no other. */
  async #readUnread(): Promise<void> {
    const tried = new Set<FoundMeter>()
    for (;;) {
      const next = [...this.#unread.values()].filter(meter => !tried.has(meter)).sort(largestDepositFirst)
      const batch = next.slice(0, READ_AT_ONCE)
      if (batch.length === 0 || this.#isLeft) return
      for (const meter of batch) tried.add(meter)
      const now = await this.chain.now().catch(() => null)
      if (now === null) return
      await Promise.all(
        batch.map(async meter => {
          const read = await this.#readOne(meter, now).catch(() => null)
          if (read === null) return
          this.#read.set(meter.meterId, read)
          if (this.#unread.get(meter.meterId) === meter) this.#unread.delete(meter.meterId)
        }),
      )
      this.#changed()
    }
  }

  async #readOne(meter: FoundMeter, now: number): Promise<ReadMeter> {
    const [state, credit] = await Promise.all([
      this.chain.state(meter),
      // A missing credit must not block the exit.
      this.chain.credit({ escrow: meter.escrow, token: meter.terms.token }).catch(() => 0n),
    ])
    return { meter: { ...meter, state }, credit, now }
  }

  #isShown(meterId: Hex, token: Address): boolean {
    return this.#pasted.has(meterId) || isKnownToken(token, this.chain.chainId)
  }

  #sorted(isWanted: (meter: FoundMeter) => boolean): ReadMeter[] {
    const rank = (read: ReadMeter) => (this.#pasted.has(read.meter.meterId) ? 1 : 0)
    return [...this.#read.values()]
      .filter(({ meter }) => isWanted(meter) && meter.state.status !== 'unknown')
      .sort((a, b) => rank(b) - rank(a) || compare(heldOf(b), heldOf(a)))
  }
}

/** The money of the account and the payer that the escrow holds for a meter, in base units. */
function heldOf({ meter, credit, now }: ReadMeter): bigint {
  return (meterStanding(meter.terms, meter.state, now)?.held ?? 0n) + credit
}

function largestDepositFirst(a: FoundMeter, b: FoundMeter): number {
  return compare(depositOfTerms(b.terms), depositOfTerms(a.terms))
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
