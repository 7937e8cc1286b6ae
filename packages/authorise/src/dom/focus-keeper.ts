import { isEmail } from '../machine/email.ts'
import type { State } from '../machine/state.ts'

/**
 * Keeps the focus with a person who is at the card: what they press often goes with the step it belongs to, and the browser would
 * leave them at the top of the page. Who is anywhere else on the page stays there.
 */
export class FocusKeeper {
  /** What had the focus before the card was drawn. */
  #held: Element | null = null
  /** What had it when it went, until the focus has a new place. */
  #lost: Element | null = null
  #asksForEmail = false

  /** @param host the element; Safari gives no focus to a button that is clicked, so it is given here */
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
    // Who waits at the button waits for this field; who has gone on to another one is typing there.
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
      // What has just begun is read from its heading; nobody is led to stopping it but who comes from there.
      return lost.closest('.controls') ? ['.stop', '.primary', 'h3'] : ['h3']
    default:
      return ['.primary', 'h3']
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
