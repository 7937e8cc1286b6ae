import { html, type TemplateResult } from 'lit'
import { type Status, statusText } from '../../store/status-text.ts'

export function statusView({ status }: { status: Status }): TemplateResult {
  const { text, tone } = statusText(status)
  return html`<span class="status" data-tone=${tone}>${text}</span>`
}
