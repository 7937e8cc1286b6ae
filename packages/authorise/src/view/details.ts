import type { WireMeterTerms } from '@per-second/protocol/types'
import { css, html, nothing, type TemplateResult } from 'lit'
import { explorerUrl } from '../chains/explorer-url.ts'
import { placeOn } from '../dom/exit-with-escrow.ts'
import { formatDuration } from '../format/format-duration.ts'
import { formatInstant } from '../format/format-instant.ts'
import { formatShare } from '../format/format-share.ts'
import { shortenMiddle } from '../format/shorten-middle.ts'
import type { Checkout } from '../machine/state.ts'
import type { Text } from '../text/text.ts'
import { exitTemplate } from './exit-link.ts'
import { icon } from './later-icons.ts'
import type { View } from './view.ts'

/**
 * Payee, contract, operator, fee, deadline and network, each to be copied and compared. The rows come from the terms, or from the chain
 * route before there are terms.
 */
export function detailsBody(view: View, checkout: Checkout): TemplateResult {
  const { text } = view
  const { chain } = checkout
  const terms = checkout.lock?.terms ?? checkout.prepared
  const payee = terms?.merchant ?? checkout.payee ?? view.pinnedPayee
  return html`
      <dl>
        ${payee ? addressTemplate(view, checkout, { label: text.payee, value: payee }) : nothing}
        ${chain ? addressTemplate(view, checkout, { label: text.escrow, value: checkout.lock?.escrow ?? chain.escrow }) : nothing}
        ${chain ? addressTemplate(view, checkout, { label: text.operator, value: terms?.operator ?? chain.operator }) : nothing}
        ${chain ? rowTemplate(text.fee, text.feeValue(formatShare(terms?.fee_bps ?? chain.fee_bps, text.locale))) : nothing}
        ${terms ? termRows(text, terms) : nothing}
        ${chain ? rowTemplate(text.network, html`<bdi>${chain.name} (${chain.chain_id})</bdi>`) : nothing}
        ${
          terms
            ? rowTemplate(text.terms, copyTemplate(view, text.terms, JSON.stringify(terms, null, 2)))
            : nothing
        }
      </dl>
      <p class="quiet">${text.promise}</p>
      ${view.exitHref === null ? nothing : html`<p class="quiet">${exitTemplate(view, checkout.lock ?? placeOn(chain))}</p>`}
  `
}

/** The instants and the grace that are signed. */
function termRows(text: Text, { open_by, stop_grace, expiry }: WireMeterTerms): TemplateResult {
  return html`
    ${rowTemplate(text.deadline, formatInstant(open_by, text.locale))}
    ${rowTemplate(text.stopGrace, formatDuration(stop_grace, text))}
    ${rowTemplate(text.expiry, formatInstant(expiry, text.locale))}
  `
}

/** An address or hash, shortened in the middle, to be copied whole or looked up on the block explorer. */
export function addressTemplate(
  view: View,
  checkout: Checkout,
  { label, value, kind = 'address' }: { label: string; value: string; kind?: 'address' | 'tx' },
): TemplateResult {
  const explorer = explorerUrl(checkout.chain, kind, value)
  return rowTemplate(
    label,
    html`
      <bdi class="address" dir="ltr" title=${value}>${shortenMiddle(value)}</bdi>
      ${copyTemplate(view, label, value)}
      ${
        explorer
          ? html`<a
              class="icon-button"
              href=${explorer}
              target="_blank"
              rel="noopener noreferrer"
              aria-label=${view.text.show(label)}
              >${icon('open')}</a
            >`
          : nothing
      }
    `,
  )
}

export function rowTemplate(label: unknown, value: unknown): TemplateResult {
  return html`<div class="row"><dt>${label}</dt><dd>${value}</dd></div>`
}

export function copyTemplate({ text, copied, copy }: View, what: string, value: string): TemplateResult {
  const isCopied = copied === value
  return html`
    <button
      type="button"
      class="icon-button"
      aria-label=${isCopied ? text.copied : text.copyWhat(what)}
      @click=${() => copy(value)}
    >
      ${icon(isCopied ? 'check' : 'copy')}
    </button>
  `
}

/** Rows of a name and its value, each to be copied or looked up. */
export const detailsStyles = css`
  details[open] summary .icon {
    transform: rotate(90deg);
  }
  .details > .quiet {
    margin-top: 8px;
  }
  .row {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 16px;
    min-height: 32px;
    padding: 4px 0;
    font-size: calc(13em / 15);
    line-height: calc(18em / 13);
  }
  :is(.row, .shown) dt {
    color: var(--_muted);
  }
  .row dd {
    display: flex;
    align-items: center;
    justify-content: end;
    gap: 2px;
    min-width: 0;
    margin-inline-start: auto;
    text-align: end;
  }
  .address {
    white-space: nowrap;
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    font-size: calc(12em / 13);
  }
  .shows[open] {
    padding: 12px;
    background: var(--_sunken);
    border-radius: var(--_corner-small);
  }
  .shows[open] summary {
    color: var(--_text);
    font-weight: var(--_weight);
  }
  .shown {
    display: grid;
    grid-template-columns: minmax(0, 6.5em) minmax(0, 1fr);
    gap: 0 12px;
    padding: 6px 0;
    font-size: calc(13em / 15);
    line-height: calc(18em / 13);
    border-top: 1px solid var(--_border);
  }
  .shown dd {
    display: grid;
  }
  .shown .quiet {
    font-size: 1em;
  }
  .shown .address {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .shows dl + .quiet {
    margin: 0;
    padding-top: 8px;
    border-top: 1px solid var(--_border);
  }
  .icon-button {
    display: inline-grid;
    place-items: center;
    width: max(28px, var(--_line));
    height: max(28px, var(--_line));
    margin-block: calc((28px - max(28px, var(--_line))) / 2);
    padding: 0;
    color: var(--_muted);
    background: none;
    border: 0;
    border-radius: 6px;
  }
  .icon-button:hover {
    color: var(--_text);
    background: var(--_sunken);
  }
  .icon-button .icon {
    width: 16px;
    height: 16px;
  }
  .icon-button:last-child {
    margin-inline-end: calc((16px - max(28px, var(--_line))) / 2);
  }
`
