import type { JSX } from 'solid-js'
import type { BillingAuthorise } from './billing-authorise.ts'
import type {
  BillingAuthoriseAttributes,
  BillingAuthoriseHandlers,
  BillingAuthoriseProperties,
} from './jsx.ts'

type Prefixed<T, Prefix extends string> = { [Name in keyof T as `${Prefix}${Name & string}`]?: T[Name] }

/** The tag in JSX of Solid: `prop:` sets a property, `on:` listens to the event of that name. */
type BillingAuthoriseElementProps = JSX.HTMLAttributes<BillingAuthorise> &
  BillingAuthoriseAttributes &
  Prefixed<BillingAuthoriseProperties, 'prop:'> &
  BillingAuthoriseHandlers<'on:'>

declare module 'solid-js' {
  // biome-ignore lint/style/noNamespace: this is how Solid's types are extended
  namespace JSX {
    interface IntrinsicElements {
      'billing-authorise': BillingAuthoriseElementProps
    }
  }
}
