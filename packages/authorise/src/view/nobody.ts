import { html, type TemplateResult } from 'lit'
import { icon } from './icons.ts'

/** The row of the payer before there is one, in that row's place and height: what pays, and in which money. */
export function nobodyTemplate(hint: unknown, means: unknown, found?: unknown): TemplateResult {
  return html`<div class="identity payer">
    ${icon('wallet')}<span class="labelled"><span class="says">${hint}</span><span class="label">${means}</span></span>${found}
  </div>`
}
