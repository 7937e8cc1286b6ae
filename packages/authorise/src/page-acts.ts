import type { State } from './authorise-state.ts'

const COPIED_MS = 2_000

/** What happens on the page beside drawing, once somebody is at it: copying, downloading, moving the focus. */
export class PageActs {
  /** The value copied last, while the page says so. */
  copied: string | null = null
  readonly #changed: () => void
  #place: string | null = null

  /** @param changed called when there is something to draw anew */
  constructor(changed: () => void) {
    this.#changed = changed
  }

  async copy(value: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
    } catch {
      return
    }
    this.copied = value
    this.#changed()
    setTimeout(() => {
      if (this.copied !== value) return
      this.copied = null
      this.#changed()
    }, COPIED_MS)
  }

  download(fileName: string, content: string): void {
    const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }))
    const link = Object.assign(document.createElement('a'), { href: url, download: fileName })
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 0)
  }

  /** Each step of a person who is at it begins where the next thing is to be done; a page that merely loads keeps its focus. */
  moveFocus(root: ParentNode, state: State, isAttended: boolean): void {
    const listing = state.phase === 'choosing' && Array.isArray(state.wallets)
    const place = listing ? 'button.wallet' : state.phase === 'signing_in' ? 'input.email' : null
    const arrived = place !== this.#place
    this.#place = place
    if (!arrived || place === null || !isAttended) return
    root.querySelector<HTMLElement>(place)?.focus({ preventScroll: true })
  }
}
