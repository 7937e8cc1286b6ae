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

/** The scheme of each theme. Without a theme the `theme` attribute decides. */
export const SCHEMES: Readonly<Record<AppearanceTheme, string>> = {
  auto: 'light dark',
  light: 'light',
  dark: 'dark',
  stripe: 'light',
  night: 'dark',
  flat: 'light',
}

type Variables = Readonly<Partial<Record<keyof AppearanceVariables, string | null>>>

/** The variables that take a colour, and the property of each. Null where other colours count, too. */
export const COLOURS: Variables = {
  colorPrimary: null,
  colorBackground: null,
  colorText: '--_text',
  colorTextSecondary: '--_muted',
  colorDanger: '--_danger',
  colorSuccess: '--_success',
  buttonColorBackground: null,
  buttonColorText: null,
}

/** The variables that take any value, and the property of each. Null for a value within bounds. */
export const VALUES: Variables = {
  colorBorder: '--_border',
  borderRadius: '--_corner',
  buttonBorderRadius: '--_corner-button',
  fontFamily: 'font-family',
  fontSizeBase: null,
  fontWeightMedium: '--_weight',
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
