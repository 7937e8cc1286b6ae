type Properties = { class?: string; text?: string; attributes?: Record<string, string> }

/**
 * Builds an element from its parts. Text is only ever set as text, so no markup of a page or a server is parsed. A page
 * that requires Trusted Types or forbids inline styles has no reason to object.
 */
export function buildElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  children: Node[] = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  if (properties.class) element.className = properties.class
  if (properties.text !== undefined) element.textContent = properties.text
  for (const [name, value] of Object.entries(properties.attributes ?? {})) element.setAttribute(name, value)
  element.append(...children)
  return element
}
