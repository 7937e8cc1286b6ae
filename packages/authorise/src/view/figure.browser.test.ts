import { render } from 'lit'
import { expect, test } from 'vitest'
import { drawFigures, figureTemplate } from './figure.ts'

const root = document.createElement('div')

/** The element of each digit after a drawing. */
function drawn(amount: string): HTMLElement[] {
  render(figureTemplate(amount), root)
  drawFigures(root)
  expect(root.textContent).toBe(amount)
  return [...root.querySelectorAll<HTMLElement>('.digits > span')]
}

const textOf = (digits: HTMLElement[]) => digits.map(({ textContent }) => textContent).join('')
const having = (name: string, digits: HTMLElement[]) =>
  textOf(digits.filter(({ classList }) => classList.contains(name)))

test('drawFigures: the digits after the cents are quieter, and the first drawing is at rest', () => {
  expect(having('tail', drawn('US$1,234.5678'))).toBe('78')
  const digits = drawn('0,9972\u00a0$')
  expect([having('tail', digits), having('tail', drawn('$12'))]).toEqual(['72', ''])
  render(null, root)
  expect(having('changed', drawn('$0.9972'))).toBe('')
})

test('drawFigures: only changed digits are drawn, and the others stay where they are', () => {
  const before = drawn('$0.9972')
  const observer = new MutationObserver(() => undefined)
  observer.observe(root, { childList: true, subtree: true })
  const after = drawn('$23.9328')
  const moved = observer
    .takeRecords()
    .flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes])
  const kept = after.filter(digit => before.includes(digit))
  expect([textOf(kept), having('changed', after)]).toEqual(['.9', '$23328'])
  expect(kept.some(digit => moved.includes(digit))).toBe(false)
})

test.each<[string, (figure: Element) => void]>([
  ['another amount', figure => figure.replaceChildren('$0.01')],
  [
    'a translation around it',
    figure =>
      figure.replaceChildren(Object.assign(document.createElement('font'), { textContent: '$23.9328 USD' })),
  ],
  ['more text', figure => figure.append(' USD')],
  ['another digit', figure => figure.children[1]?.replaceChildren('9')],
])('drawFigures: %s by others is replaced', (_, write) => {
  drawn('$23.9328')
  write(root.firstElementChild as Element)
  expect(drawn('$23.9328')).toHaveLength(8)
})
