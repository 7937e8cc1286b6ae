import { html, nothing, type TemplateResult } from 'lit'
import type { Checkout } from '../authorise-state.ts'
import { shortenMiddle } from '../format/shorten-middle.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

/** Who is paid, through which contract, at what fee, until when, where: each to be copied and compared. */
export function detailsTemplate(view: View, checkout: Checkout): TemplateResult {
  const { text } = view
  const { chain, prepared } = checkout
  const payee = prepared?.terms.merchant ?? view.pinnedPayee
  return html`
    <details class="details" part="details">
      <summary>${icon('chevron')}${text.details}</summary>
      <dl>
        ${
          payee === null
            ? rowTemplate(text.payee, html`<span class="quiet">${text.payeeLater}</span>`)
            : addressTemplate(view, checkout, text.payee, payee)
        }
        ${chain ? addressTemplate(view, checkout, text.escrow, chain.escrow) : nothing}
        ${chain ? rowTemplate(text.fee, text.feeValue(percentOf(chain.fee_bps))) : nothing}
        ${prepared ? rowTemplate(text.deadline, instantOf(prepared.signBy, text.locale)) : nothing}
        ${chain ? rowTemplate(text.network, text.networkValue(chain.name, chain.chain_id)) : nothing}
        ${rowTemplate(text.token, text.tokenValue)}
        ${
          prepared
            ? rowTemplate(text.terms, copyTemplate(view, text.terms, JSON.stringify(prepared.terms, null, 2)))
            : nothing
        }
      </dl>
      <p class="quiet">${text.promise}</p>
    </details>
  `
}

/** An address or hash, shortened in the middle, to be copied whole or looked up on the block explorer. */
export function addressTemplate(
  view: View,
  checkout: Checkout,
  label: string,
  value: string,
  kind: 'address' | 'tx' = 'address',
): TemplateResult {
  const explorer = explorerUrl(checkout, kind, value)
  return rowTemplate(
    label,
    html`
      <span class="address" title=${value}>${shortenMiddle(value)}</span>
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

export function rowTemplate(label: string, value: unknown): TemplateResult {
  return html`<div class="row"><dt>${label}</dt><dd>${value}</dd></div>`
}

function copyTemplate({ text, copied, copy }: View, what: string, value: string): TemplateResult {
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

function explorerUrl({ chain }: Checkout, kind: 'address' | 'tx', value: string): string | null {
  const url = chain?.block_explorer_url ? URL.parse(`${chain.block_explorer_url}/`) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return URL.parse(`${kind}/${encodeURIComponent(value)}`, url)?.href ?? null
}

/** Basis points as per cent, on whole numbers: 100 is "1", 25 is "0.25". */
function percentOf(basisPoints: number): string {
  const fraction = String(basisPoints % 100)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${Math.floor(basisPoints / 100)}${fraction === '' ? '' : `.${fraction}`}`
}

function instantOf(seconds: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000)
}
