import { html, type TemplateResult } from 'lit'

/**
 * An amount, written by {@link writeFigures} or drawn digit by digit. Being drawn one by one they would follow a right-to-left
 * card, hence the direction.
 */
export function figureTemplate(amount: string): TemplateResult {
  return html`<bdi class="digits" dir="ltr" data-amount=${amount}></bdi>`
}

/** Writes every figure in `root` that is not written yet, its digits after the cents apart. */
export function writeFigures(root: ParentNode): void {
  for (const figure of root.querySelectorAll<HTMLElement>('.digits')) {
    const { amount = '' } = figure.dataset
    if (figure.textContent === amount) continue
    const [, cents = amount, digits = '', after = ''] = /^(.*[.,]\d\d)(\d+)([^\d.,]*)$/.exec(amount) ?? []
    const tail = Object.assign(document.createElement('span'), { className: 'tail', textContent: digits })
    figure.replaceChildren(cents, tail, after)
  }
}

/** Which of five sizes a figure is drawn in, so that 30 characters fit where 6 are large. */
export function figureSize(amount: string): 'large' | 'medium' | 'small' | 'tiny' | 'least' {
  if (amount.length <= 10) return 'large'
  if (amount.length <= 14) return 'medium'
  if (amount.length <= 20) return 'small'
  return amount.length <= 25 ? 'tiny' : 'least'
}
