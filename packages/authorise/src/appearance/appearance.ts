/** The themes of Stripe's Elements, and the element's own three. */
export type AppearanceTheme = 'auto' | 'light' | 'dark' | 'stripe' | 'night' | 'flat'

/** CSS values under Stripe's names. Unreadable colours are moved until they can be read. */
export type AppearanceVariables = {
  colorPrimary?: string
  colorBackground?: string
  colorText?: string
  colorTextSecondary?: string
  colorDanger?: string
  colorSuccess?: string
  colorBorder?: string
  buttonColorBackground?: string
  buttonColorText?: string
  borderRadius?: string
  buttonBorderRadius?: string
  fontFamily?: string
  fontSizeBase?: string
  fontWeightMedium?: string
}

/** The parts that a rule can address, each with `:hover`, `:focus`, `:disabled` or `--selected`, `--invalid` where that makes sense. */
export type AppearanceSelector =
  | `.${'Block' | 'Button' | 'Input' | 'Label' | 'Tab' | 'Error' | 'Link' | 'Amount' | 'Text'}`
  | `.${'Button' | 'Input' | 'Tab' | 'Link'}:${'hover' | 'focus' | 'disabled'}`
  | '.Tab--selected'
  | '.Input--invalid'

/** The element's looks, in the vocabulary of Stripe's appearance: theme, variables, rules, labels, disableAnimations. */
export type Appearance = {
  theme?: AppearanceTheme
  variables?: AppearanceVariables
  /** CSS properties in camel case. A value that loads a file (`url()`), and a property that is not about looks, is ignored. */
  rules?: Partial<Record<AppearanceSelector, Readonly<Record<string, string>>>>
  /** The position of the email field's label: above the input, or in its place until the first character. */
  labels?: 'above' | 'floating'
  disableAnimations?: boolean
}
