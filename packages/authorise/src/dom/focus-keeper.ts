import { isEmail } from '../machine/email.ts'
import type { State } from '../machine/state.ts'

/**
 * Keeps the focus in the card. A pressed control often disappears with its step, and the browser would then move the focus to the top of
 * the page. A focus outside the card stays there.
 */
export class FocusKeeper {
  /** The focused element before the card was drawn. */
  #held: Element | null = null
  /** The element that lost the focus, until the focus has a new place. */
  #lost: Element | null = null
  #asksForEmail = false

  /** @param host the element. Safari does not focus a clicked button, so the keeper does */
  constructor(host: EventTarget) {
    host.addEventListener(
      'click',
      event => isNowhere(event.currentTarget as Node) && pressedButton(event)?.focus(QUIETLY),
      {
        capture: true,
      },
    )
  }

  /** To be called before the card is drawn. */
  beforeDrawing(root: ShadowRoot): void {
    this.#held = root.activeElement
  }

  /** To be called once it is drawn. */
  afterDrawing(root: ShadowRoot, state: State): void {
    const active = root.activeElement
    if (this.#held && !isUsable(this.#held)) this.#lost = this.#held
    if (active ? isUsable(active) : !isNowhere(root)) this.#lost = null
    const asked = this.#asksForEmail
    this.#asksForEmail = state.phase === 'reviewing' && !isEmail(state.checkout.email)
    // A subscriber at the button waits for this field. In another field the subscriber is typing.
    const isAwaited = this.#asksForEmail && !asked && active?.matches('.primary')
    const places = isAwaited ? ['.email'] : this.#lost ? nextPlaces(state, this.#lost) : []
    for (const place of places) {
      const next = root.querySelector<HTMLElement>(place)
      if (!next || !isUsable(next)) continue
      this.#lost = null
      enter(next)
      return
    }
  }
}

const QUIETLY: FocusOptions = { preventScroll: true }

/** Where the next thing is to be done, best first. */
function nextPlaces(state: State, lost: Element): string[] {
  switch (state.phase) {
    case 'loading':
      return []
    case 'choosing':
      return Array.isArray(state.wallets) ? ['.wallet'] : ['.primary']
    case 'connecting':
      return [state.pairing ? '.pairing a' : '.primary']
    case 'reviewing':
      return isEmail(state.checkout.email) ? ['.primary'] : ['.email', '.primary']
    case 'complete':
      if (state.control === 'confirming_stop') return ['.keep']
      // A new meter is read from its heading. The focus goes to Stop only from the controls.
      return lost.closest('.controls') ? ['.stop', '.primary', 'h3'] : ['h3']
    default:
      return ['.primary', '.amount', 'h3']
  }
}

function enter(place: HTMLElement): void {
  if (place.matches('h3')) place.tabIndex = -1
  place.focus(QUIETLY)
  if (place.matches(':focus-visible')) place.scrollIntoView({ block: 'nearest' })
}

function isUsable(place: Element): boolean {
  return place.isConnected && !place.matches(':disabled') && place.checkVisibility()
}

/** Whether nothing on the page of this node has the focus. */
function isNowhere({ ownerDocument }: Node): boolean {
  const { activeElement = null, body = null } = ownerDocument ?? {}
  return activeElement === null || activeElement === body
}

/** The button or field of the card that was clicked, if it was one. */
function pressedButton(event: Event): HTMLElement | undefined {
  const root = (event.currentTarget as Element).shadowRoot
  return event
    .composedPath()
    .find(
      node =>
        node instanceof Element && /^(button|input)$/.test(node.localName) && node.getRootNode() === root,
    ) as HTMLElement | undefined
}
