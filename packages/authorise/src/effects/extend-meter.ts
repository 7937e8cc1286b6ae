import { extendHref } from '../dom/extend-href.ts'
import { BillingAuthoriseExtendEvent } from '../events.ts'
import type { EffectContext } from './effect-context.ts'

/** Notifies the page that the subscriber wants to extend the meter, then opens its page for that unless a listener prevents it. */
export function extendMeter({ state, host, ports }: EffectContext): void {
  if (state.phase !== 'complete' || !state.reading) return
  const { session } = state.checkout
  const event = new BillingAuthoriseExtendEvent(session, state.reading.subscription)
  const href = extendHref(host.extendUrl, session.id)
  if (host.dispatchEvent(event) && href) ports.navigate(href)
}
