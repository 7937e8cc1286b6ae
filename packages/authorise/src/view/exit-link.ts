import { html, nothing, type TemplateResult } from 'lit'
import { type ExitPlace, exitWithEscrow } from '../dom/exit-with-escrow.ts'
import type { View } from './view.ts'

/** The way that needs no service, where the page names one. */
export function exitTemplate(
  { exitHref, text }: View,
  place: ExitPlace | null | undefined,
): TemplateResult | typeof nothing {
  if (exitHref === null) return nothing
  return html`<a part="exit" class="text-button" href=${exitWithEscrow(exitHref, place)} target="_blank" rel="noopener noreferrer">${text.exit}</a>`
}
