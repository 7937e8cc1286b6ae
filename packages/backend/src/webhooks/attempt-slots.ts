import type { WebhookEndpoint } from '../domain/entities.ts'

/** Most attempts at once: in all, of one merchant, to one endpoint, and to an endpoint that was silent last time. */
const MOST = 128
export const MOST_OF_ONE = MOST / 4
const MOST_TO_ONE = 16
const MOST_TO_SILENT = 1

/** The endpoint and the merchant of an attempt. */
export type SlotHolder = Pick<WebhookEndpoint, 'id' | 'merchantId' | 'silences'>

/** Which attempts are under way, so that no receiver and no merchant takes the room of the others. */
export class AttemptSlots {
  readonly #held: SlotHolder[] = []

  get free(): number {
    return MOST - this.#held.length
  }

  /** A merchant's share when those that hold slots and one more share them all equally. */
  get share(): number {
    const merchants = new Set(this.#held.map(({ merchantId }) => merchantId)).size
    return Math.min(Math.max(Math.floor(MOST / (merchants + 1)), 1), MOST_OF_ONE)
  }

  /** @param mostOfOne slots of one merchant */
  hasRoomFor({ id, merchantId, silences }: SlotHolder, mostOfOne: number): boolean {
    const toOne = this.#held.filter(held => held.id === id).length
    const ofOne = this.#held.filter(held => held.merchantId === merchantId).length
    return toOne < (silences > 0 ? MOST_TO_SILENT : MOST_TO_ONE) && ofOne < mostOfOne
  }

  /** Endpoints with attempts under way that have no room for another one. */
  full(mostOfOne: number): string[] {
    return this.#held.filter(holder => !this.hasRoomFor(holder, mostOfOne)).map(({ id }) => id)
  }

  /** @returns gives the slot back */
  take(holder: SlotHolder): () => void {
    // Each taking is another holder, be it of the same endpoint.
    const held = { ...holder }
    this.#held.push(held)
    return () => {
      const at = this.#held.indexOf(held)
      if (at >= 0) this.#held.splice(at, 1)
    }
  }
}
