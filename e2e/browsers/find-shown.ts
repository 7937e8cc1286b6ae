/** An element to find: its place, its selector, and, if given, its whole text. */
export type Sought = { inside: string; selector: string; text?: string }

/**
 * The first usable element that matches, looked for through every open shadow root. Runs in the page, so it brings along all it
 * uses.
 */
export function findShown({ inside, selector, text }: Sought): HTMLElement | null {
  function all(root: ParentNode, wanted: string): HTMLElement[] {
    return [...root.querySelectorAll<HTMLElement>('*')].flatMap(element => [
      ...(element.matches(wanted) ? [element] : []),
      ...(element.shadowRoot ? all(element.shadowRoot, wanted) : []),
    ])
  }
  const places = all(document, inside)
  const found = places.flatMap(place => [
    ...all(place, selector),
    ...(place.shadowRoot ? all(place.shadowRoot, selector) : []),
  ])
  const isSought = (element: HTMLElement) =>
    element.getClientRects().length > 0 &&
    !element.matches(':disabled') &&
    element.ariaDisabled !== 'true' &&
    (text === undefined || (element.textContent ?? '').trim().replace(/\s+/g, ' ') === text)
  return found.find(isSought) ?? null
}
