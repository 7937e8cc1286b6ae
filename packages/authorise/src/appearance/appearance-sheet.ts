import { warnDeveloper } from '../errors/warn-developer.ts'
import { type Accent, accentOn, CARDS, parseHex, type Rgb, readable, toHex } from '../format/accent.ts'
import type { Appearance, AppearanceTheme, AppearanceVariables } from './appearance.ts'
import { hexOf } from './hex-of.ts'
import { ignoredAppearance } from './ignored-appearance.ts'
import { isHarmless } from './is-harmless.ts'

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
  ':focus': ':is(:focus-visible, :has(:focus-visible))',
  ':disabled': ':is(:disabled, :has(:disabled))',
  '--selected': ':has(:checked)',
  '--invalid': "[aria-invalid='true']",
}

/** Beside colours. None of them moves, hides or covers a text, or loads a file. */
const PROPERTY =
  /^(border(?!Image).*|outline.*|boxShadow|font(Family|Size|Style|Weight)?|letterSpacing|padding.*|text(Decoration|Transform).*|transition)$/

/** The bounds within which a text keeps its size, its place and its distance. */
const BOUNDS = [
  ['font-size', '0.8em', '3em'],
  ['letter-spacing', '-0.05em', '0.3em'],
  ['outline-width', '0px', '4px'],
  ['outline-offset', '0px', '4px'],
  ...['top', 'right', 'bottom', 'left'].flatMap(side => [
    [`padding-${side}`, '0px', '3rem'] as const,
    [`border-${side}-width`, '0px', '4px'] as const,
  ]),
] as const

/** The scheme of each theme. Without a theme the `theme` attribute decides. */
const SCHEMES: Readonly<Record<AppearanceTheme, string>> = {
  auto: 'light dark',
  light: 'light',
  stripe: 'light',
  flat: 'light',
  dark: 'dark',
  night: 'dark',
}

const PROPERTIES: Readonly<Partial<Record<keyof AppearanceVariables, string>>> = {
  colorBorder: '--_border',
  borderRadius: '--_corner',
  buttonBorderRadius: '--_corner-button',
  fontFamily: 'font-family',
  fontWeightMedium: '--_weight',
}

const TEXT_COLOURS: Readonly<Partial<Record<keyof AppearanceVariables, string>>> = {
  colorText: '--_text',
  colorTextSecondary: '--_muted',
  colorDanger: '--_danger',
  colorSuccess: '--_success',
}

/**
 * The text of a style sheet for the appearance. The CSS object model writes it, so a value cannot break out of its declaration.
 */
export function appearanceSheet(appearance: Appearance): string {
  const sheet = new CSSStyleSheet()
  ignoredAppearance(appearance).forEach(warnDeveloper)
  const rule = (selector: string): CSSStyleDeclaration => {
    const index = sheet.insertRule(`${selector} {}`, sheet.cssRules.length)
    return (sheet.cssRules[index] as CSSStyleRule).style
  }
  setVariables(rule('.card'), appearance)
  for (const [selector, properties] of Object.entries(appearance.rules ?? {})) {
    const inner = innerSelector(selector)
    if (inner === null || typeof properties !== 'object' || properties === null) {
      passOver(`rules["${selector}"]`)
      continue
    }
    const style = rule(inner)
    const own = opaque(properties.backgroundColor ?? properties.background)
    const under = selector.startsWith('.Button') ? accentsOf(appearance) : cardsUnder(appearance)
    const grounds: Grounds | null = own ? [own, own] : under
    for (const [name, value] of Object.entries(properties))
      if (PROPERTY.test(name) && isHarmless(value)) style.setProperty(kebab(name), value)
      else passOver(`rules["${selector}"].${name}`)
    bound(style)
    if (own) style.setProperty('background-color', toHex(own))
    const colour = hexOf(properties.color) ?? (own && '#596072')
    if (!colour || !grounds) continue
    const texts = own && inner === '.card' ? ['--_text', '--_muted'] : ['color']
    for (const text of texts) style.setProperty(text, readableOn(colour, grounds))
  }
  if (appearance.labels === 'floating') {
    const label = rule('.labelled:has(.email:placeholder-shown:not(:focus)) .label')
    label.setProperty('transform', 'translateY(11px)')
    label.setProperty('font-size', '1.25em')
    rule('.email:not(:focus)::placeholder').setProperty('color', 'transparent')
  }
  if (appearance.disableAnimations) {
    const everything = rule('*, *::before, *::after')
    everything.setProperty('animation', 'none', 'important')
    everything.setProperty('transition', 'none', 'important')
  }
  return Array.from(sheet.cssRules, rule => rule.cssText).join('\n')
}

/** Clamps the values of a rule. A keyword has no bounds, so it is removed. The line height follows the size. */
function bound(style: CSSStyleDeclaration): void {
  for (const [name, least, most] of BOUNDS) {
    const value = style.getPropertyValue(name)
    style.removeProperty(name)
    if (value) style.setProperty(name, `clamp(${least}, ${value}, ${most})`)
  }
  style.setProperty('line-height', style.getPropertyValue('font-size') && '1.2')
}

/** The colour in each scheme, moved until it can be read on the ground there. Empty, which sets nothing, for a text that is no opaque colour. */
function readableOn(colour: string | undefined, [light, dark]: Grounds): string {
  const hex = hexOf(colour)
  const [onLight, onDark] = hex ? [readable(hex, light), readable(hex, dark)] : []
  return onLight && onDark ? `light-dark(${onLight}, ${onDark})` : ''
}

function opaque(colour: string | undefined): Rgb | null {
  return parseHex(hexOf(colour))
}

function passOver(path: string): void {
  warnDeveloper(`appearance.${path} is ignored: it is no part of the vocabulary, or not a safe value.`)
}

/** The card's colours, light and dark. */
function cardsUnder({ variables }: Appearance): Grounds {
  const background = opaque(variables?.colorBackground)
  return background ? [background, background] : CARDS
}

/** The button's colours, light and dark. Null if the merchant's accent decides, which is unknown here. */
function accentsOf(appearance: Appearance): Grounds | null {
  const [light, dark] = cardsUnder(appearance).map(card =>
    parseHex(shadeOn(card, appearance)?.colour ?? null),
  )
  return light && dark ? [light, dark] : null
}

function shadeOn(card: Rgb, { variables = {} }: Appearance): Accent | null {
  return accentOn(hexOf(variables.buttonColorBackground ?? variables.colorPrimary), card)
}

function setVariables(style: CSSStyleDeclaration, appearance: Appearance): void {
  const { theme, variables = {} } = appearance
  const scheme = theme && SCHEMES[theme]
  if (scheme) style.setProperty('color-scheme', scheme)
  if (theme === 'flat') style.setProperty('--_border', 'transparent')
  for (const [name, property] of Object.entries(PROPERTIES)) {
    const value = variables[name as keyof AppearanceVariables]
    if (isHarmless(value)) style.setProperty(property, value)
  }
  if (isHarmless(variables.fontSizeBase))
    style.setProperty('font-size', `clamp(0.75rem, ${variables.fontSizeBase}, 1.5rem)`)
  style.setProperty('--_surface', hexOf(variables.colorBackground))
  const cards = cardsUnder(appearance)
  for (const [name, property] of Object.entries(TEXT_COLOURS))
    style.setProperty(property, readableOn(variables[name as keyof AppearanceVariables], cards))
  const [light, dark] = cards.map(card => shadeOn(card, appearance))
  const accents = accentsOf(appearance)
  if (!light || !dark || !accents) return
  style.setProperty('--_accent', `light-dark(${light.colour}, ${dark.colour})`)
  const wanted = readableOn(variables.buttonColorText, accents)
  style.setProperty('--_on-accent', wanted || `light-dark(${light.on}, ${dark.on})`)
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

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}
