import { html } from 'hono/html'
import { transactionUrl } from '../block-explorer.ts'
import { shortAddress } from '../short-address.ts'
import type { Html } from './layout.ts'

/** A transaction's hash, which leads to the block explorer where the chain has one. */
export function transaction(hash: string, explorer: string | null): Html {
  return linked(hash, html`<code>${hash}</code>`, explorer)
}

/** The same, shortened for where there is little room. */
export function shortTransaction(hash: string, explorer: string | null): Html {
  return linked(hash, html`<code title="${hash}">${shortAddress(hash)}</code>`, explorer)
}

function linked(hash: string, code: Html, explorer: string | null): Html {
  return explorer === null ? code : html`<a href="${transactionUrl(explorer, hash)}">${code}</a>`
}
