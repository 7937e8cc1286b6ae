/** Draws every figure in `root` that has changed: changed digits fade in while the others stand still. Its text is exact at once. */
export function drawFigures(root: ParentNode): void {
  for (const figure of root.querySelectorAll<HTMLElement>('.digits')) drawFigure(figure)
}

/** Digits keep their element by their place from the decimal mark, so that only changed digits are drawn. */
function drawFigure(figure: HTMLElement): void {
  const { amount = '' } = figure.dataset
  if (amount === figure.textContent) return
  if (!figure.querySelector('.digit')) figure.textContent = ''
  const before = figure.textContent
  const drawn = new Map([...figure.children].map((digit, index) => [index - markOf(before), digit]))
  let next: Element | null = null
  for (let index = amount.length - 1; index >= 0; index--) {
    const place = index - markOf(amount)
    const character = amount.charAt(index)
    const old = drawn.get(place)
    drawn.delete(place)
    if (old?.textContent === character) next = old
    else {
      const digit = document.createElement('span')
      digit.className = place > 2 && /\d/.test(character) ? 'digit tail' : 'digit'
      digit.textContent = character
      if (old) old.replaceWith(digit)
      else figure.insertBefore(digit, next)
      next = digit
    }
  }
  for (const digit of drawn.values()) digit.remove()
}

function markOf(amount: string): number {
  const mark = Math.max(amount.lastIndexOf('.'), amount.lastIndexOf(','))
  return mark === -1 ? amount.length : mark
}
