/** Looks that Stripe's Elements know by these names, and the element's own three. */
export type AppearanceTheme = 'auto' | 'light' | 'dark' | 'stripe' | 'night' | 'flat'

/** Values of CSS, in Stripe's names. Colours that could not be read are moved until they can. */
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

/** The parts a rule can be about, each with `:hover`, `:focus`, `:disabled` or `--selected`, `--invalid` where that makes sense. */
export type AppearanceSelector =
  | `.${'Block' | 'Button' | 'Input' | 'Label' | 'Tab' | 'Error' | 'Link' | 'Amount' | 'Text'}`
  | `.${'Button' | 'Input' | 'Tab' | 'Link'}:${'hover' | 'focus' | 'disabled'}`
  | '.Tab--selected'
  | '.Input--invalid'

/** How the element looks, in the vocabulary of Stripe's appearance: theme, variables, rules, labels, disableAnimations. */
export type Appearance = {
  theme?: AppearanceTheme
  variables?: AppearanceVariables
  /** CSS properties in camel case. What would load something (`url()`) or is not about looks is left out. */
  rules?: Partial<Record<AppearanceSelector, Readonly<Record<string, string>>>>
  /** Where the e-mail field's label is: above what is typed, or in its place until something is. */
  labels?: 'above' | 'floating'
  disableAnimations?: boolean
}
