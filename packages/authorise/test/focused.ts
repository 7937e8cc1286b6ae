import type { BillingAuthorise } from '../src/billing-authorise.ts'

/** What has the focus, by its name: in the element, or `page: ` and the tag of what has it outside. */
export function focused({ shadowRoot }: BillingAuthorise): string {
  const { activeElement } = document
  const inner = shadowRoot?.activeElement
  if (!inner || activeElement !== shadowRoot.host) return `page: ${activeElement?.localName}`
  return (inner.ariaLabel ?? inner.textContent ?? '').trim().replace(/\s+/g, ' ')
}
