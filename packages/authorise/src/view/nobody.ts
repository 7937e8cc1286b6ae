import { html, type TemplateResult } from 'lit'
import { icon } from './icons.ts'

/** The row of who pays while it is nobody yet; it has that row's place and height. */
export function nobodyTemplate(hint: unknown): TemplateResult {
  return html`<div class="identity empty">${icon('wallet')}<span>${hint}</span></div>`
}
