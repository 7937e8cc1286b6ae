/** Set by the page itself, or by the person in front of it. */
const OWN = ['open', 'data-kind', 'data-copied']

/**
 * Changes the shown page only where it differs from the wanted one: focus, selection and scrolling stay. An element
 * with another id is another element, so a button under the pointer never becomes the button of another row.
 */
export function matchPage(shown: Element, wanted: Element): void {
  if (shown.isEqualNode(wanted) || shown.id === 'live') return
  for (const { name } of [...shown.attributes])
    if (!wanted.hasAttribute(name) && !OWN.includes(name)) shown.removeAttribute(name)
  for (const { name, value } of wanted.attributes)
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value)
  const [olds, news] = [[...shown.childNodes], [...wanted.childNodes]]
  news.forEach((next, index) => {
    const old = olds[index]
    if (!old) shown.append(next)
    else if (old instanceof Element && next instanceof Element && isSame(old, next)) matchPage(old, next)
    else if (!old.isEqualNode(next)) old.replaceWith(next)
  })
  for (const old of olds.slice(news.length)) old.remove()
}

function isSame(a: Element, b: Element): boolean {
  return a.tagName === b.tagName && a.id === b.id
}
