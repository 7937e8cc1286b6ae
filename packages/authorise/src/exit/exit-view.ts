import { termsToWire } from '@per-second/protocol/terms'
import { html, nothing, type TemplateResult } from 'lit'
import { chainInTable } from '../chains/chain-in-table.ts'
import { explorerUrl } from '../chains/explorer-url.ts'
import { isSameAddress } from '../chains/is-same-address.ts'
import { shortenMiddle } from '../format/shorten-middle.ts'
import type { OwnRequest } from './exit-chain.ts'
import type { ReadMeter } from './exit-look.ts'
import { formatBlockTime } from './format-block-time.ts'
import { meterStanding } from './meter-standing.ts'
import { isKnownToken, tokenAmount } from './token-amount.ts'

/** A meter's card, and the acts of its buttons. */
export type MeterCard = ReadMeter & {
  account: string
  chainId: number
  /** While an act of this meter is under way, its card offers no other. */
  isBusy: boolean
  send(kind: OwnRequest['kind']): void
  signStop(): void
}

const STATUS = { running: 'Running', stopped: 'Stopped', closed: 'Ended', reclaimed: 'Refunded' } as const

/** One meter: its money, its possible costs, and every way out of it. */
export function meterTemplate(card: MeterCard): TemplateResult | typeof nothing {
  const { meter, account, chainId, now, credit, isBusy, send, signStop } = card
  const { terms, meterId, state, escrow } = meter
  const standing = meterStanding(terms, state, now)
  if (standing === null) return nothing
  const { status, deposit, charged, owedNow, owedAtMost, reclaimableAt, isReclaimable } = standing
  const isPayer = isSameAddress(terms.payer, account)
  const isOpen = status === 'running' || status === 'stopped'
  const money = (baseUnits: bigint) => tokenAmount(baseUnits, { token: terms.token, chainId })
  const button = (label: string, act: () => void, first = false) =>
    html`<button type="button" class=${first ? 'first' : ''} ?disabled=${isBusy} @click=${act}>
      ${label}
    </button>`
  return html`<article aria-label=${`Meter ${shortenMiddle(meterId)}`}>
    <header>
      <h2>${partiesTemplate(card)}</h2>
      <strong>${STATUS[status]}</strong>
    </header>
    <dl>
      ${row('Opened', formatBlockTime(state.openedAt))}
      ${row('Deposit', money(deposit))}
      ${row(`Charged, ${state.billedSeconds} s`, money(charged))}
      ${isOpen ? row(status === 'running' ? 'Maximum further charge, if stopped now' : 'Maximum further charge', money(owedNow)) : nothing}
      ${status === 'running' ? row('Maximum further charge, if not stopped', money(owedAtMost)) : nothing}
      ${isOpen ? nothing : row(isPayer ? 'Refund to you' : 'Refund to the payer', money(deposit - charged))}
      ${reclaimableAt === null || isReclaimable ? nothing : row('Can be refunded from', formatBlockTime(reclaimableAt))}
      ${credit > 0n ? row('Owed to you after a failed transfer', money(credit)) : nothing}
      ${isKnownToken(terms.token, chainId) ? nothing : row('Token, unknown to this page', address(terms.token, chainId))}
      ${row('Escrow', address(escrow, chainId))}
    </dl>
    <div class="row">
      ${isPayer && status === 'running' ? [button('Stop now', () => send('own_stop'), true), button('Sign a stop for another account to send', signStop)] : nothing}
      ${isOpen && isReclaimable ? button(isPayer ? 'Take the rest back' : 'Send the rest back to the payer', () => send('reclaim'), isPayer) : nothing}
      ${credit > 0n ? button('Withdraw the owed amount', () => send('withdraw'), true) : nothing}
    </div>
    ${
      isPayer && status === 'running'
        ? html`<p class="quiet">
            “Stop now” opens your wallet with a call of <code>stop</code> to the escrow ${address(escrow, chainId)}. It sends no
            money. You pay the gas only. Some wallets show the call as data, or as an unknown contract.
          </p>`
        : nothing
    }
    <details>
      <summary>Meter and terms</summary>
      <pre>${JSON.stringify({ meter: meterId, escrow, chain_id: chainId, terms: termsToWire(terms) }, null, 2)}</pre>
    </details>
  </article>`
}

/** Payer, merchant, or neither: any account can read any meter. */
function partiesTemplate({ meter: { terms }, account, chainId }: MeterCard): TemplateResult {
  const [payer, merchant] = [address(terms.payer, chainId), address(terms.merchant, chainId)]
  if (isSameAddress(terms.payer, account)) return html`You pay ${merchant}`
  if (isSameAddress(terms.merchant, account)) return html`${payer} pays you`
  return html`${payer} pays ${merchant}`
}

/** The chain's name for people. */
export function chainName(chainId: number): string {
  return chainInTable(chainId)?.name ?? `network ${chainId}`
}

/** A transaction, with a link if the chain has an explorer. */
export function transaction(hash: string, chainId: number): TemplateResult {
  return linked({ kind: 'tx', value: hash, label: hash }, chainId)
}

function address(value: string, chainId: number): TemplateResult {
  return linked({ kind: 'address', value, label: shortenMiddle(value) }, chainId)
}

function linked(
  { kind, value, label }: { kind: 'address' | 'tx'; value: string; label: string },
  chainId: number,
): TemplateResult {
  const url = explorerUrl(chainInTable(chainId), kind, value)
  const text = html`<code title=${value}>${label}</code>`
  return url === null ? text : html`<a href=${url} target="_blank" rel="noreferrer">${text}</a>`
}

function row(name: string, value: unknown): TemplateResult {
  return html`<dt>${name}</dt><dd>${value}</dd>`
}
