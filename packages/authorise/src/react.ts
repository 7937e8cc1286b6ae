import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { BillingAuthorise } from './billing-authorise.ts'
import type {
  BillingAuthoriseAttributes,
  BillingAuthoriseHandlers,
  BillingAuthoriseProperties,
} from './jsx.ts'

/** The tag in JSX of React 19, which sets properties and listens to custom events as `on` and the event's name. */
type BillingAuthoriseElementProps = DetailedHTMLProps<HTMLAttributes<BillingAuthorise>, BillingAuthorise> &
  BillingAuthoriseAttributes &
  BillingAuthoriseProperties &
  BillingAuthoriseHandlers<'on'>

declare module 'react' {
  // biome-ignore lint/style/noNamespace: this is how React's types are extended
  namespace JSX {
    interface IntrinsicElements {
      'billing-authorise': BillingAuthoriseElementProps
    }
  }
}
