import type { DefineComponent, HTMLAttributes } from 'vue'
import type { BillingAuthoriseEventMap } from './events.ts'
import type { BillingAuthoriseCamelCaseAttributes, BillingAuthoriseProperties, CamelCase } from './jsx.ts'

/** `@billing-authorise-complete` is the property `onBillingAuthoriseComplete` to Vue. */
type Handlers = {
  [Name in keyof BillingAuthoriseEventMap as `on${Capitalize<CamelCase<Name>>}`]?:
    | ((event: BillingAuthoriseEventMap[Name]) => void)
    | undefined
}

/** To Vue `base-url` is `baseUrl`, and one name has one type. */
type Props = BillingAuthoriseCamelCaseAttributes &
  Omit<BillingAuthoriseProperties, keyof BillingAuthoriseCamelCaseAttributes> &
  Handlers &
  HTMLAttributes

/** The tag in Vue's templates: `.baseUrl` sets a property, `@billing-authorise-complete` listens. */
type BillingAuthoriseComponent = DefineComponent<Props>

declare module 'vue' {
  interface GlobalComponents {
    'billing-authorise': BillingAuthoriseComponent
    BillingAuthorise: BillingAuthoriseComponent
  }
}
