type Notifying = Element & { ariaNotify?(announcement: string): void }

/** How long an empty live region is there before the first text goes in, in milliseconds: what is there at once is not always heard. */
const REGION_AHEAD_MS = 100

/**
 * Says who is being waited for, what to mind, and how the meter stands, whenever that changes. What counts is never said. It goes
 * by ARIA notifications; where a browser has none, by a live region that nobody sees.
 */
export class Speaker {
  #said = ''
  #region: HTMLElement | null = null

  /** To be called once the card is drawn. */
  speak(host: Notifying): void {
    const { shadowRoot } = host
    if (!shadowRoot) return
    const notifies = typeof host.ariaNotify === 'function'
    const isNew = !notifies && !this.#region
    if (!notifies) this.#region ??= addRegion(shadowRoot)
    const said = textToSay(shadowRoot)
    if (said === this.#said) return
    this.#said = said
    if (notifies) {
      if (said) host.ariaNotify?.(said)
    } else if (isNew) setTimeout(() => this.#write(shadowRoot), REGION_AHEAD_MS)
    else this.#write(shadowRoot)
  }

  #write(root: ShadowRoot): void {
    if (!this.#region) return
    this.#region.lang = root.querySelector<HTMLElement>('.card')?.lang ?? ''
    this.#region.textContent = this.#said
  }
}

function textToSay(root: ShadowRoot): string {
  const shown = root.querySelectorAll('.primary.busy .label, .message.info:not([role]) > p, .status')
  return [...shown].map(each => each.textContent?.trim().replace(/\s+/g, ' ')).join('. ')
}

/** Beside the card, where drawing never reaches it. */
function addRegion(root: ShadowRoot): HTMLElement {
  const region = document.createElement('p')
  region.className = 'visually-hidden'
  region.ariaLive = 'polite'
  root.append(region)
  return region
}
