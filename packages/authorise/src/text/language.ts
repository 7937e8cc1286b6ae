/** The languages the element speaks, by their BCP 47 tags. */
export const LANGUAGES = [
  'en',
  'es',
  'fr',
  'de',
  'pt',
  'pt-PT',
  'it',
  'nl',
  'ja',
  'ko',
  'zh',
  'ar',
  'he',
] as const

export type Language = (typeof LANGUAGES)[number]

/** A language to speak, and the conventions its figures and dates are written in. */
export type Speech = {
  language: Language
  /** For `Intl` only: the region the page asked for, where that region writes the language's figures its own way. */
  locale: string
  direction: 'ltr' | 'rtl'
}

const RIGHT_TO_LEFT: readonly string[] = ['ar', 'he']

/**
 * The language for a page with this tag. `pt-BR` gets Brazilian words and figures, every other region European words, and `zh-SG` Chinese.
 * An unknown tag gets English. So do traditional characters, for which there are no words. English, Arabic and Hebrew write figures in one
 * way in all regions: dot decimals and comma groups. An amount then looks the same as in the wallet.
 */
export function speechOf(tag: string | null | undefined): Speech {
  const asked = parse(tag)
  const spoken = asked?.maximize().script === 'Hant' ? 'en' : asked?.language
  const language = LANGUAGES.find(known => known === spoken) ?? 'en'
  const direction = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr'
  const region = asked?.region
  const locale = region && language !== 'en' && direction === 'ltr' ? `${language}-${region}` : language
  const isEuropean = language === 'pt' && region !== undefined && region !== 'BR'
  return { language: isEuropean ? 'pt-PT' : language, locale, direction }
}

function parse(tag: string | null | undefined): Intl.Locale | null {
  try {
    return tag ? new Intl.Locale(tag.trim().replaceAll('_', '-')) : null
  } catch {
    return null
  }
}

/**
 * The page's language for an element, as a tag that may be unknown: its own `locale`, else the closest ancestor's `lang` across shadow
 * roots, else the browser's.
 */
export function pageLanguage(element: Element, locale: string | null): string | null {
  return locale || closestLang(element) || globalThis.navigator?.language || null
}

function closestLang(element: Element): string | null {
  for (let node: Element | null = element; node; node = parentOf(node)) {
    const lang = node.getAttribute('lang')
    if (lang !== null) return lang
  }
  return null
}

function parentOf(element: Element): Element | null {
  if (element.parentElement) return element.parentElement
  const root = element.getRootNode()
  return 'host' in root ? (root as ShadowRoot).host : null
}
