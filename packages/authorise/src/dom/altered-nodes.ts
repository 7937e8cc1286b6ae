const TEXT = { childList: true, characterData: true, characterDataOldValue: true, subtree: true }

/** Records changes that others, such as a translator, make to the nodes of the card between two drawings. */
export class AlteredNodes {
  records: MutationRecord[] = []
  readonly #observer = new MutationObserver(records => this.records.push(...records))

  /** To be called before the card is drawn: all records since it was drawn last. */
  take(): MutationRecord[] {
    return [...this.records, ...this.#observer.takeRecords()]
  }

  /** To be called once the card is drawn: earlier changes are the element's own. */
  watch(card: Node): void {
    this.#observer.observe(card, TEXT)
    this.#observer.takeRecords()
    this.records = []
  }
}
