import type { HTMLAttributes } from 'svelte/elements'
import type { BillingAuthorise } from './billing-authorise.ts'
import type {
  BillingAuthoriseAttributes,
  BillingAuthoriseHandlers,
  BillingAuthoriseProperties,
} from './jsx.ts'

/** The tag in Svelte 5: properties by their names, `on` and the event's name as handlers. */
interface BillingAuthoriseElementAttributes
  extends Omit<HTMLAttributes<BillingAuthorise>, 'slot'>,
    BillingAuthoriseAttributes,
    BillingAuthoriseProperties,
    BillingAuthoriseHandlers<'on'> {}

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'billing-authorise': BillingAuthoriseElementAttributes
  }
}
