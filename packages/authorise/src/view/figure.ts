import { html, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'

/**
 * An amount whose changed digits fade in while the others stand still. Its text is exact at once; digits are keyed by their place
 * from the decimal mark, so that only what changed is drawn anew.
 */
export function figureTemplate(amount: string): TemplateResult {
  const mark = Math.max(amount.lastIndexOf('.'), amount.lastIndexOf(','))
  const from = mark === -1 ? amount.length : mark
  const digits = [...amount].map((character, index) => ({ key: `${index - from} ${character}`, character }))
  return html`${repeat(
    digits,
    digit => digit.key,
    digit => html`<span class="digit">${digit.character}</span>`,
  )}`
}

/** Which of four sizes a figure is drawn in, so that 30 characters fit where 6 are large. */
export function figureSize(amount: string): 'large' | 'medium' | 'small' | 'tiny' {
  if (amount.length <= 10) return 'large'
  if (amount.length <= 14) return 'medium'
  return amount.length <= 20 ? 'small' : 'tiny'
}
