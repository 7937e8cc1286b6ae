import { type Accent, accentOn, cardsOf, parseHex, type Rgb } from '../format/accent.ts'
import { readable } from '../format/readable.ts'
import type { Appearance, AppearanceVariables } from './appearance.ts'
import { hexOf } from './hex-of.ts'

/** The colours under a text, in the light scheme and in the dark one. */
type Grounds = [light: Rgb, dark: Rgb]

/** The element's own name for each selector of Stripe's vocabulary. */
const SELECTORS: Readonly<Record<string, string>> = {
  '.Block': '.card',
  '.Button': '.primary',
  '.Input': '.amount, .unit, .identity.field',
  '.Label': '.caption, .legend, legend, .label',
  '.Tab': '.preset',
  '.Error': '.message.problem',
  '.Link': '.text-button',
  '.Amount': '.figure',
  '.Text': '.note, .facts',
}

const ENDINGS: Readonly<Record<string, string>> = {
  ':hover': ':hover',
  ':focus': ':focus-visible',
  ':disabled': ':disabled',
  '--selected': "[aria-pressed='true']",
  '--invalid': "[aria-invalid='true']",
}

/** Looks only: no property that moves parts off the page, hides them, or loads a file. */
const PROPERTY =
  /^(color|outline.*|border.*|background(Color|Image|Position|Size|Repeat)?|boxShadow|textShadow|font.*|letterSpacing|lineHeight|padding.*|text(Decoration|Transform).*|transition)$/

const PROPERTIES: Readonly<Partial<Record<keyof AppearanceVariables, string>>> = {
  colorBackground: '--_surface',
  colorDanger: '--_danger',
  colorSuccess: '--_success',
  colorBorder: '--_border',
  borderRadius: '--_corner',
  buttonBorderRadius: '--_corner-button',
  fontFamily: 'font-family',
  fontSizeBase: 'font-size',
  fontWeightMedium: '--_weight',
}

/**
 * The text of a style sheet for the appearance. The CSS object model writes it, so a value cannot break out of its declaration.
 */
export function appearanceSheet(appearance: Appearance): string {
  const sheet = new CSSStyleSheet()
  const rule = (selector: string): CSSStyleDeclaration => {
    const index = sheet.insertRule(`${selector} {}`, sheet.cssRules.length)
    return (sheet.cssRules[index] as CSSStyleRule).style
  }
  setVariables(rule('.card'), appearance)
  for (const [selector, properties] of Object.entries(appearance.rules ?? {})) {
    const inner = innerSelector(selector)
    if (inner === null || typeof properties !== 'object' || properties === null) continue
    const style = rule(inner)
    const own = parseHex(hexOf(properties.backgroundColor ?? properties.background))
    const under = selector.startsWith('.Button') ? accentsOf(appearance) : cardsUnder(appearance)
    const grounds: Grounds | null = own ? [own, own] : under
    for (const [name, value] of Object.entries(properties)) {
      if (PROPERTY.test(name) && isHarmless(value))
        style.setProperty(kebab(name), legible(name, value, grounds))
    }
    if (!own) continue
    const texts = inner === '.card' ? ['--_text', '--_muted'] : properties.color ? [] : ['color']
    for (const text of texts)
      style.setProperty(text, legible('color', properties.color ?? '#596072', grounds))
  }
  if (appearance.labels === 'floating') {
    const label = rule('.labelled:has(.email:placeholder-shown:not(:focus)) .label')
    label.setProperty('transform', 'translateY(11px)')
    label.setProperty('font-size', '1.25em')
  }
  if (appearance.disableAnimations) {
    const everything = rule('*, *::before, *::after')
    everything.setProperty('animation', 'none', 'important')
    everything.setProperty('transition', 'none', 'important')
  }
  return Array.from(sheet.cssRules, rule => rule.cssText).join('\n')
}

/** The value, within bounds that keep the signed terms readable. The CSS object model drops invalid values. */
function legible(name: string, value: string, grounds: Grounds | null): string {
  if (name === 'letterSpacing') return `clamp(-0.05em, ${value}, 0.3em)`
  if (name === 'lineHeight') return /^[\d.]+$/.test(value) ? `max(1.1, ${value})` : `max(1.1em, ${value})`
  if (name === 'fontSize') return `max(0.8em, ${value})`
  const hex = /color$|^background$/i.test(name) ? hexOf(value) : null
  if (name !== 'color') return hex ?? value
  if (!hex || !grounds) return ''
  const [light, dark] = grounds
  return `light-dark(${readable(hex, light)}, ${readable(hex, dark)})`
}

/** The card's colours, light and dark. */
function cardsUnder({ variables }: Appearance): Grounds {
  const background = parseHex(hexOf(variables?.colorBackground))
  return background ? [background, background] : cardsOf()
}

/** The button's colours, light and dark. Null if the merchant's accent decides, which is unknown here. */
function accentsOf(appearance: Appearance): Grounds | null {
  const { buttonColorBackground, colorPrimary } = appearance.variables ?? {}
  const primary = hexOf(buttonColorBackground ?? colorPrimary)
  const [light, dark] = cardsUnder(appearance).map(card => parseHex(accentOn(primary, card)?.colour ?? null))
  return light && dark ? [light, dark] : null
}

/** The scheme of a theme. Null leaves it to the `theme` attribute. */
function schemeOf(theme: Appearance['theme']): 'light' | 'dark' | 'light dark' | null {
  switch (theme) {
    case 'light':
    case 'stripe':
    case 'flat':
      return 'light'
    case 'dark':
    case 'night':
      return 'dark'
    case 'auto':
      return 'light dark'
    default:
      return null
  }
}

function setVariables(style: CSSStyleDeclaration, appearance: Appearance): void {
  const { theme } = appearance
  const variables = withHexColours(appearance.variables ?? {})
  const scheme = schemeOf(theme)
  if (scheme) style.setProperty('color-scheme', scheme)
  if (theme === 'flat') style.setProperty('--_border', 'transparent')
  for (const [name, property] of Object.entries(PROPERTIES)) {
    const value = variables[name as keyof AppearanceVariables]
    if (isHarmless(value)) style.setProperty(property, value)
  }
  const [light, dark] = cardsUnder(appearance)
  const set = (
    property: string,
    colour: string | undefined,
    change: (colour: string, card: typeof light) => string | null,
  ) => {
    if (!isHarmless(colour)) return
    const [onLight, onDark] = [change(colour, light), change(colour, dark)]
    style.setProperty(property, onLight && onDark ? `light-dark(${onLight}, ${onDark})` : colour)
  }
  set('--_text', variables.colorText, readable)
  set('--_muted', variables.colorTextSecondary, readable)
  const primary = variables.buttonColorBackground ?? variables.colorPrimary
  const shade = (card: typeof light): Accent | null => (primary ? accentOn(primary, card) : null)
  set('--_accent', primary, (_colour, card) => shade(card)?.colour ?? null)
  const shades = [shade(light), shade(dark)] as const
  if (shades[0] && shades[1])
    style.setProperty('--_on-accent', `light-dark(${shades[0].on}, ${shades[1].on})`)
  if (isHarmless(variables.buttonColorText)) {
    const wanted = variables.buttonColorText
    const on = (shade: Accent | null) => {
      const under = parseHex(shade?.colour ?? null)
      return under ? readable(wanted, under) : null
    }
    const both = [on(shades[0]), on(shades[1])]
    style.setProperty('--_on-accent', both[0] && both[1] ? `light-dark(${both[0]}, ${both[1]})` : wanted)
  }
}

function withHexColours(variables: AppearanceVariables): AppearanceVariables {
  const isColour = (name: string) => /color/i.test(name)
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      isColour(name) ? (hexOf(value) ?? value) : value,
    ]),
  )
}

function innerSelector(selector: string): string | null {
  const [, name = '', ending = ''] = /^(\.[A-Z]\w*?)((?::|--)[a-z]+)?$/.exec(selector) ?? []
  const inner = SELECTORS[name]
  const suffix = ending === '' ? '' : ENDINGS[ending]
  if (inner === undefined || suffix === undefined) return null
  return inner
    .split(', ')
    .map(one => one + suffix)
    .join(', ')
}

/** Whether a value loads no file. The CSS object model ensures that it is a single value. */
function isHarmless(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    !/url\s*\(|image(-set)?\s*\(|\\|@import|expression/i.test(value)
  )
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}
