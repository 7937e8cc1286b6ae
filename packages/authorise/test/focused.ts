import type { BillingAuthorise } from '../src/billing-authorise.ts'

/** The focused element by its name: in the element, or `page: ` and the tag outside it. */
export function focused({ shadowRoot }: BillingAuthorise): string {
  const { activeElement } = document
  const inner = shadowRoot?.activeElement
  if (!inner || activeElement !== shadowRoot.host) return `page: ${activeElement?.localName}`
  const label = (inner as HTMLInputElement).labels?.[0]?.textContent
  return (inner.ariaLabel ?? label ?? inner.textContent ?? '').trim().replace(/\s+/g, ' ')
}
