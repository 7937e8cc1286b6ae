import { usdFromBaseUnits } from '@per-second/protocol/money'
import { termsToWire } from '@per-second/protocol/terms'
import { html, nothing, type TemplateResult } from 'lit'
import { chainInTable } from '../chains/chain-in-table.ts'
import { explorerUrl } from '../chains/explorer-url.ts'
import { formatInstant } from '../format/format-instant.ts'
import { shortenMiddle } from '../format/shorten-middle.ts'
import type { KnownMeter } from './exit-chain.ts'
import { meterStanding } from './meter-standing.ts'

/** What stands on a meter's card, and what its buttons do. */
export type MeterCard = {
  meter: KnownMeter
  account: string
  chainId: number
  now: number
  /** What this account is owed in the meter's token because a transfer failed, in base units. */
  credit: bigint
  /** While something is on its way nothing else is asked for. */
  isBusy: boolean
  acts: Record<'stop' | 'signStop' | 'reclaim' | 'withdraw', (meter: KnownMeter) => void>
}

const STATUS = { running: 'Running', stopped: 'Stopped', closed: 'Ended', reclaimed: 'Taken back' } as const

/** One meter: what it holds, what it may still cost, and every way out of it. */
export function meterTemplate(card: MeterCard): TemplateResult | typeof nothing {
  const { meter, account, chainId, now, credit, isBusy, acts } = card
  const { terms, meterId, state, escrow } = meter
  const standing = meterStanding(terms, state, now)
  if (standing === null) return nothing
  const { status, deposit, charged, owedNow, owedAtMost, reclaimableAt, isReclaimable } = standing
  const isPayer = terms.payer.toLowerCase() === account.toLowerCase()
  const isOpen = status === 'running' || status === 'stopped'
  const button = (label: string, act: (meter: KnownMeter) => void, first = false) =>
    html`<button type="button" class=${first ? 'first' : ''} ?disabled=${isBusy} @click=${() => act(meter)}>
      ${label}
    </button>`
  return html`<article aria-label=${`Meter ${shortenMiddle(meterId)}`}>
    <header>
      <h2>${isPayer ? 'You pay' : 'You are paid by'} ${address(isPayer ? terms.merchant : terms.payer, chainId)}</h2>
      <strong>${STATUS[status]}</strong>
    </header>
    <dl>
      ${row('Opened', formatInstant(state.openedAt, 'en'))}
      ${row('Deposit', money(deposit))}
      ${row(`Charged, ${state.billedSeconds} s`, money(charged))}
      ${isOpen ? row(status === 'running' ? 'If stopped now, at most another' : 'May still be charged, at most', money(owedNow)) : nothing}
      ${status === 'running' ? row('If nobody stops it, at most another', money(owedAtMost)) : nothing}
      ${isOpen ? nothing : row(isPayer ? 'Came back to you' : 'Went back to the payer', money(deposit - charged))}
      ${reclaimableAt === null || isReclaimable ? nothing : row('Can be taken back from', formatInstant(reclaimableAt, 'en'))}
      ${credit > 0n ? row('Owed to you, as a transfer failed', money(credit)) : nothing}
      ${row('Escrow', address(escrow, chainId))}
    </dl>
    <div class="row">
      ${isPayer && status === 'running' ? [button('Stop now', acts.stop, true), button('Sign a stop that others may send', acts.signStop)] : nothing}
      ${isOpen && isReclaimable ? button(isPayer ? 'Take the rest back' : 'Send the rest back to the payer', acts.reclaim, isPayer) : nothing}
      ${credit > 0n ? button('Withdraw what is owed', acts.withdraw, true) : nothing}
    </div>
    <details>
      <summary>Meter and terms</summary>
      <pre>${JSON.stringify({ meter: meterId, escrow, chain_id: chainId, terms: termsToWire(terms) }, null, 2)}</pre>
    </details>
  </article>`
}

/** Base units of AUSD, every digit. */
function money(baseUnits: bigint): string {
  return `${usdFromBaseUnits(baseUnits)} AUSD`
}

/** A name of the chain's for people. */
export function chainName(chainId: number): string {
  return chainInTable(chainId)?.name ?? `chain ${chainId}`
}

/** A transaction, with a link where the chain has an explorer. */
export function transaction(hash: string, chainId: number): TemplateResult {
  return linked('tx', hash, hash, chainId)
}

function address(value: string, chainId: number): TemplateResult {
  return linked('address', value, shortenMiddle(value), chainId)
}

function linked(kind: 'address' | 'tx', value: string, label: string, chainId: number): TemplateResult {
  const url = explorerUrl(chainInTable(chainId), kind, value)
  const text = html`<code title=${value}>${label}</code>`
  return url === null ? text : html`<a href=${url} target="_blank" rel="noreferrer">${text}</a>`
}

function row(name: string, value: unknown): TemplateResult {
  return html`<dt>${name}</dt><dd>${value}</dd>`
}
