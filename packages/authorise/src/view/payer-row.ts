import { html, type TemplateResult } from 'lit'
import { icon } from './icons.ts'

/** The payer's row before there is an account, in its place and height: the wallet app and the currency. */
export function payerRowTemplate(hint: unknown, means: unknown, found?: unknown): TemplateResult {
  return html`<div class="identity payer">
    ${icon('wallet')}<span class="labelled"><span class="says">${hint}</span><span class="label">${means}</span></span>${found}
  </div>`
}
