import { BillingAuthorise } from './billing-authorise.ts'

// A page may load two copies of this module. The first one defines the tag.
if (!customElements.get('billing-authorise')) customElements.define('billing-authorise', BillingAuthorise)

declare global {
  interface HTMLElementTagNameMap {
    'billing-authorise': BillingAuthorise
  }
}
