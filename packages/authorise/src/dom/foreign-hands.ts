const TEXT = { childList: true, characterData: true, characterDataOldValue: true, subtree: true }

/**
 * Takes back what others do to the nodes of the card before it is drawn again: a translator that puts an element in the place of a text
 * would else keep showing what that text said, whatever the state is.
 */
export class ForeignHands {
  /** While a foreign node is pressed: without it there would be no click. */
  held: Promise<void> | null = null
  #records: MutationRecord[] = []
  readonly #observer = new MutationObserver(records => this.#records.push(...records))

  /** To be called when the card is pressed. */
  hold(document: Document): void {
    if (this.#records.length === 0) return
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

  /** To be called before the card is drawn. */
  takeBack(): void {
    const records = [...this.#records, ...this.#observer.takeRecords()].reverse()
    for (const { type, target, oldValue, addedNodes, removedNodes, nextSibling } of records) {
      if (type === 'characterData') (target as Text).data = oldValue ?? ''
      for (const node of addedNodes) if (node.parentNode === target) target.removeChild(node)
      const next = nextSibling?.parentNode === target ? nextSibling : null
      for (const node of removedNodes) target.insertBefore(node, next)
    }
  }

  /** To be called once it is drawn: what happened until now is our own. */
  watch(card: Node): void {
    this.#observer.observe(card, TEXT)
    this.#observer.takeRecords()
    this.#records = []
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
