import type { State } from './authorise-state.ts'

const COPIED_MS = 2_000

/** What happens on the page beside drawing, once somebody is at it: copying, downloading, moving the focus, speaking. */
export class PageActs {
  /** The value copied last, while the page says so. */
  copied: string | null = null
  readonly #changed: () => void
  #place: string | null = null
  #said = ''

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

  /**
   * Says who is being waited for, what to mind, and how the meter stands, whenever that changes (ARIA notifications, where the
   * browser has them): a second text for it would stand beside the one that is shown. What counts is never said.
   */
  speak(host: Element): void {
    const shown = host.shadowRoot?.querySelectorAll(
      '.primary.busy .label, .message.info:not([role]) > p, .status',
    )
    const said = [...(shown ?? [])].map(each => each.textContent?.trim().replace(/\s+/g, ' ')).join('. ')
    if (said === this.#said) return
    this.#said = said
    if (said) (host as Element & { ariaNotify?(announcement: string): void }).ariaNotify?.(said)
  }
}
