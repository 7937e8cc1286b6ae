import { type Accent, accentOn, cardsOf, parseHex, type Rgb } from '../format/accent.ts'
import { readable } from '../format/readable.ts'
import type { Appearance, AppearanceVariables } from './appearance.ts'

/** What each selector of Stripe's vocabulary is called inside. */
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

/** Looks only: nothing that moves things off the page, hides them, or loads anything. */
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
 * The text of a style sheet for the appearance. It is written by the CSS object model, so no value can become anything but a value.
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
    // Text on the accent is not text on the card.
    const isOnAccent = selector.startsWith('.Button') && !properties.backgroundColor
    const ground = parseHex(String(properties.backgroundColor ?? appearance.variables?.colorBackground ?? ''))
    for (const [name, value] of Object.entries(properties)) {
      if (PROPERTY.test(name) && isHarmless(value))
        style.setProperty(kebab(name), name === 'color' && isOnAccent ? value : legible(name, value, ground))
    }
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

/** The value within bounds in which what is signed can be read. The CSS object model leaves out what is no value then. */
function legible(name: string, value: string, ground: Rgb | null): string {
  if (name === 'letterSpacing') return `clamp(-0.05em, ${value}, 0.3em)`
  if (name === 'lineHeight') return /^[\d.]+$/.test(value) ? `max(1.1, ${value})` : `max(1.1em, ${value})`
  if (name === 'fontSize') return `max(0.8em, ${value})`
  if (name !== 'color') return value
  if (/transparent|\/|rgba|hsla|^#(.{4}|.{8})$/i.test(value)) return ''
  const [light, dark] = ground ? [ground, ground] : cardsOf()
  const both = [readable(value, light), readable(value, dark)]
  return both[0] && both[1] ? `light-dark(${both.join(', ')})` : value
}

/** The scheme a theme asks for; null leaves it to the `theme` attribute. */
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

function setVariables(style: CSSStyleDeclaration, { theme, variables = {} }: Appearance): void {
  const scheme = schemeOf(theme)
  if (scheme) style.setProperty('color-scheme', scheme)
  if (theme === 'flat') style.setProperty('--_border', 'transparent')
  for (const [name, property] of Object.entries(PROPERTIES)) {
    const value = variables[name as keyof AppearanceVariables]
    if (isHarmless(value)) style.setProperty(property, value)
  }
  const background = parseHex(variables.colorBackground ?? null)
  const [light, dark] = background ? [background, background] : cardsOf()
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

/** A value that loads nothing. That it is one value, the CSS object model sees to. */
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
