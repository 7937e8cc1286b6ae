import { html } from 'hono/html'
import { type Status, statusText } from '../status-text.ts'
import type { Html } from './layout.ts'

export function statusPill(status: Status): Html {
  const { text, tone } = statusText(status)
  return html`<span class="status" data-tone="${tone}">${text}</span>`
}
