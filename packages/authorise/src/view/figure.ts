import { html, type TemplateResult } from 'lit'

/** An amount, drawn by {@link drawFigures}. Its digits would follow a right-to-left card one by one, hence the direction. */
export function figureTemplate(amount: string): TemplateResult {
  return html`<bdi class="digits" dir="ltr" data-amount=${amount}></bdi>`
}

/**
 * Draws every figure in `root` whose text is not its amount. Digits keep their element by their place from the decimal mark, so that changed
 * ones fade in while the others stand still. The text is exact at once.
 */
export function drawFigures(root: ParentNode): void {
  for (const figure of root.querySelectorAll<HTMLElement>('.digits')) {
    const { amount = '' } = figure.dataset
    const before = figure.textContent
    if (before === amount) continue
    // Others have written into it.
    if (figure.childElementCount !== before.length) figure.textContent = ''
    const old = [...figure.children]
    const mark = markOf(amount)
    const digits = [...amount].map((character, index) => {
      const kept = old[index - mark + markOf(before)]
      return kept?.textContent === character ? kept : digitOf(character, index - mark, old.length > 0)
    })
    for (const digit of old) if (!digits.includes(digit)) digit.remove()
    // A digit that is moved would fade in again.
    for (const [index, digit] of digits.entries())
      if (figure.children[index] !== digit) figure.insertBefore(digit, figure.children[index] ?? null)
  }
}

/** The digits after the cents are quieter. */
function digitOf(character: string, place: number, isChange: boolean): Element {
  const digit = document.createElement('span')
  digit.classList.toggle('tail', place > 2 && /\d/.test(character))
  digit.classList.toggle('changed', isChange)
  digit.textContent = character
  return digit
}

function markOf(amount: string): number {
  const mark = Math.max(amount.lastIndexOf('.'), amount.lastIndexOf(','))
  return mark === -1 ? amount.length : mark
}

/** Which of five sizes a figure is drawn in, so that 30 characters fit where 6 are large. */
export function figureSize(amount: string): 'large' | 'medium' | 'small' | 'tiny' | 'least' {
  if (amount.length <= 10) return 'large'
  if (amount.length <= 14) return 'medium'
  if (amount.length <= 20) return 'small'
  return amount.length <= 25 ? 'tiny' : 'least'
}
