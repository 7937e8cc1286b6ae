import { dueInBaseUnits } from '@per-second/protocol/money'
import { depositOfTerms, type MeterTerms } from '@per-second/protocol/terms'
import { shortenMiddle } from '../format/shorten-middle.ts'
import type { AfterAct, Charge, EscrowRequest } from './exit-chain.ts'
import { formatBlockTime } from './format-block-time.ts'
import { tokenAmount } from './token-amount.ts'

export type Outcome = { kind: 'good' | 'alert'; text: string }

const NOT_THERE =
  'The wallet may have cancelled or replaced the transaction, or no block has it yet. Look in your wallet, then try again.'

/**
 * The result of an act, from the escrow's `state` and `credit` alone: a receipt proves nothing, since a wallet can replace a
 * transaction (docs/money.md, rule 79).
 *
 * @param after `credit` is the payer's after a reclaim, the account's after a withdrawal
 * @param charge the escrow's log of a settlement
 */
export function actOutcome(
  act: EscrowRequest['kind'],
  {
    terms,
    chainId,
    after,
    charge,
  }: { terms: MeterTerms; chainId: number; after: AfterAct; charge: Charge | null },
): Outcome {
  const { state, credit } = after
  const amount = (baseUnits: bigint) => tokenAmount(baseUnits, { token: terms.token, chainId })
  if (act === 'withdraw') {
    if (credit > 0n) return bad(`Not withdrawn. The escrow still owes you ${amount(credit)}. ${NOT_THERE}`)
    return good('Withdrawn. The escrow owes you nothing more in this token.')
  }
  if (act === 'statement') return settled()
  const charged = dueInBaseUnits(terms.ratePerSecond, state.billedSeconds)
  const refund = amount(depositOfTerms(terms) - charged)
  if (state.status === 'unknown') return bad('The escrow does not know this meter.')
  if (state.status === 'closed')
    return good(`The operator has ended the meter. It cost ${amount(charged)}, and the refund was ${refund}.`)
  if (state.status === 'reclaimed') {
    if (credit > 0n && act === 'reclaim')
      return good(
        `Ended, with a refund of ${refund}. A transfer failed, so the escrow owes the payer ${amount(credit)}. The payer can withdraw it here.`,
      )
    return good(`Refunded. ${refund} went back to the payer.`)
  }
  if (act === 'reclaim') return bad(`Not refunded. The meter is still open. ${NOT_THERE}`)
  if (state.stoppedAt === 0) return bad(`Not stopped. The meter still runs. ${NOT_THERE}`)
  return good(`Stopped. The meter costs nothing for the time after ${formatBlockTime(state.stoppedAt)}.`)

  function settled(): Outcome {
    const soFar = `The escrow has charged ${state.billedSeconds} s of this meter in all.`
    if (charge === null || charge.toSecond > state.billedSeconds)
      return bad(`The statement has charged nothing. ${soFar} ${NOT_THERE}`)
    const { fromSecond, toSecond, gross, fee, isCredited } = charge
    const paid = `The statement charged ${amount(gross)} for ${toSecond - fromSecond} s. ${shares(terms, { gross, fee, amount })}`
    if (isCredited)
      return good(`${paid} A transfer failed, so the escrow owes that amount until it is withdrawn.`)
    return good(paid)
  }
}

/** The shares of a charge by recipient. */
export function shares(
  terms: MeterTerms,
  { gross, fee, amount }: { gross: bigint; fee: bigint; amount: (baseUnits: bigint) => string },
): string {
  const { merchant, feeRecipient } = terms
  return `The merchant ${shortenMiddle(merchant)} gets ${amount(gross - fee)}, the fee recipient ${shortenMiddle(feeRecipient)} gets ${amount(fee)}.`
}

const good = (text: string): Outcome => ({ kind: 'good', text })
const bad = (text: string): Outcome => ({ kind: 'alert', text })
