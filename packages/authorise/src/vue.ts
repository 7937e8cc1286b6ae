import type { DefineComponent, HTMLAttributes } from 'vue'
import type {
  BillingAuthoriseAttributes,
  BillingAuthoriseHandlers,
  BillingAuthoriseProperties,
} from './jsx.ts'

type Capitalized<T> = { [Name in keyof T as `on${Capitalize<Name & string>}`]: T[Name] }

/** The tag in Vue's templates: `.baseUrl` sets a property, `@billing-authorise-complete` listens. */
type BillingAuthoriseComponent = DefineComponent<
  BillingAuthoriseAttributes &
    BillingAuthoriseProperties &
    Capitalized<BillingAuthoriseHandlers<''>> &
    HTMLAttributes
>

declare module 'vue' {
  interface GlobalComponents {
    'billing-authorise': BillingAuthoriseComponent
    BillingAuthorise: BillingAuthoriseComponent
  }
}
