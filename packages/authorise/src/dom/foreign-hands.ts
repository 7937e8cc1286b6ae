import type { Event } from '../machine/event.ts'

/** Presses at whose end the wallet may be asked for a signature. */
const SIGNING: readonly Event['type'][] = ['authorise_pressed', 'retry_pressed']

/** Keeps changes by others from deciding which amount is shown, and from swallowing a press. */
export class ForeignHands {
  /** While a foreign node is pressed: without it there would be no click. */
  held: Promise<void> | null = null
  #wasRedrawn = false

  /** To be called when a card with foreign nodes is pressed. */
  hold(document: Document): void {
    this.held = new Promise(resolve => {
      const release = () =>
        setTimeout(() => {
          this.held = null
          resolve()
        })
      for (const type of ['pointerup', 'pointercancel'])
        document.addEventListener(type, release, { once: true })
    })
  }

  /**
   * Reverts changes by others before the card is drawn again. Otherwise an element that a translator put in the place of a text would show
   * the old words in every state.
   */
  takeBack(records: MutationRecord[]): void {
    for (const { type, target, oldValue, addedNodes, removedNodes, nextSibling } of records.reverse()) {
      if (type === 'characterData') (target as Text).data = oldValue ?? ''
      for (const node of addedNodes) if (node.parentNode === target) target.removeChild(node)
      const next = nextSibling?.parentNode === target ? nextSibling : null
      for (const node of removedNodes) target.insertBefore(node, next)
    }
  }

  /**
   * The event that a press stands for. A press on another amount than the one that would be signed brings the right one, once, and is no
   * event. The next such press says why nothing is signed.
   */
  meant(event: Event, root: ParentNode): Event | null {
    if (!SIGNING.includes(event.type) || showsAmounts(root)) {
      this.#wasRedrawn = false
      return event
    }
    if (this.#wasRedrawn) return { type: 'failed', problem: { code: 'page_altered' } }
    this.#wasRedrawn = true
    return null
  }
}

/** Whether every amount in `root` is on screen as it was to be drawn, be it in other words. */
export function showsAmounts(root: ParentNode): boolean {
  return [...root.querySelectorAll<HTMLElement>('[data-amount]')].every(
    ({ dataset, textContent }) => digitsOf(textContent) === digitsOf(dataset.amount),
  )
}

function digitsOf(text: string | null | undefined): string | undefined {
  return text?.match(/\d+/g)?.join(' ')
}
