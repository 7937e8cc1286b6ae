import { html, nothing, type TemplateResult } from 'lit'
import { icon } from './later-icons.ts'

/** A quiet line beside its icon, with the ways on below it. Below the button it has an id, because it describes the email field. */
export function infoTemplate(
  drawn: 'clock' | 'info',
  line: string,
  { id, ways }: { id?: 'message'; ways?: unknown } = {},
): TemplateResult {
  return html`<div class="message info" id=${id ?? nothing}>${icon(drawn)}<p>${line}</p>${ways}</div>`
}
