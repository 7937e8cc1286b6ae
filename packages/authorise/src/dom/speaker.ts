type Notifying = Element & { ariaNotify?(announcement: string): void }

/**
 * The time between adding an empty live region and its first text, in milliseconds. Text that is there at once is not always read aloud.
 */
const REGION_AHEAD_MS = 100

/**
 * Announces waits, notices and the meter's status when they change. Running figures are never announced. It uses ARIA notifications, or a
 * hidden live region in browsers without them.
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
