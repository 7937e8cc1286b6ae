import type { BillingAuthorise } from './billing-authorise.ts'
import type { BillingAuthoriseEventMap } from './events.ts'

/** The attributes of the tag, as text. */
export type BillingAuthoriseAttributes = {
  session?: string | null | undefined
  'base-url'?: string | null | undefined
  locale?: string | null | undefined
  theme?: 'auto' | 'light' | 'dark' | undefined
  redirect?: 'auto' | 'none' | undefined
  'chain-id'?: number | `${number}` | null | undefined
  escrow?: string | null | undefined
  token?: string | null | undefined
  payee?: string | null | undefined
  'max-fee'?: number | `${number}` | null | undefined
  'exit-url'?: string | null | undefined
  'extend-url'?: string | null | undefined
  replaces?: string | null | undefined
  email?: string | null | undefined
  duration?: number | `${number}` | null | undefined
  presets?: string | null | undefined
  remember?: 'browser' | 'tab' | undefined
  'wallet-connect-project-id'?: string | null | undefined
}

/** `sign-in` as `signIn`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** The attributes in the spelling of components. */
export type BillingAuthoriseCamelCaseAttributes = {
  [Name in keyof BillingAuthoriseAttributes as CamelCase<Name>]?: BillingAuthoriseAttributes[Name]
}

/** Properties of the element that are no attributes. */
export type BillingAuthoriseProperties = Partial<
  Pick<
    BillingAuthorise,
    | 'baseUrl'
    | 'chainId'
    | 'maxFee'
    | 'exitUrl'
    | 'extendUrl'
    | 'walletConnectProjectId'
    | 'wagmiConfig'
    | 'provider'
    | 'appearance'
    | 'texts'
  >
>

/** Handlers in a framework's spelling: a prefix, then the event's own name. */
export type BillingAuthoriseHandlers<Prefix extends string> = {
  [Name in keyof BillingAuthoriseEventMap as `${Prefix}${Name}`]?:
    | ((event: BillingAuthoriseEventMap[Name]) => void)
    | undefined
}
