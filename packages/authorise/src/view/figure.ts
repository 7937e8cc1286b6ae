import { html, type TemplateResult } from 'lit'

/**
 * An amount whose changed digits fade in while the others stand still. Being drawn one by one they would follow a right-to-left
 * card, hence the direction. {@link drawFigures} draws them.
 */
export function figureTemplate(amount: string): TemplateResult {
  return html`<bdi class="digits" dir="ltr" data-amount=${amount}></bdi>`
}

/** Draws every figure in `root` that is not drawn yet; its text is exact at once. */
export function drawFigures(root: ParentNode): void {
  for (const figure of root.querySelectorAll<HTMLElement>('.digits')) drawFigure(figure)
}

/** Digits keep their element by their place from the decimal mark, so that only what changed is drawn anew. */
function drawFigure(figure: HTMLElement): void {
  const { amount = '' } = figure.dataset
  const before = figure.textContent
  if (amount === before) return
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
      digit.className = 'digit'
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

/** Which of four sizes a figure is drawn in, so that 30 characters fit where 6 are large. */
export function figureSize(amount: string): 'large' | 'medium' | 'small' | 'tiny' {
  if (amount.length <= 10) return 'large'
  if (amount.length <= 14) return 'medium'
  return amount.length <= 20 ? 'small' : 'tiny'
}
