import { html } from 'hono/html'
import type { Html } from './layout.ts'
import { sixDecimals } from './money-text.ts'

/** An amount with its six decimals, those after the cents set quieter. */
export function money(amount: string): Html {
  const text = sixDecimals(amount)
  return html`<span class="money">$${text.slice(0, -4)}<span class="tail">${text.slice(-4)}</span></span>`
}
