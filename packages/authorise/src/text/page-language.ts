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
