import type { ChainReceipt } from '../chain/chain.ts'
import type { ChainJob } from '../domain/entities.ts'
import type { LaneParameters } from './chain-lane.ts'
import type { FoundEvent } from './settlement-record.ts'
import { countedIn, unsettledInvoices } from './unsettled-invoices.ts'

/** Blocks asked for at once on the way back. */
const BLOCKS_A_STEP = 5_000n

/**
 * Settlements are cumulative, so that one may find its seconds charged by another transaction of ours that was given up: then its own
 * receipt says less than the escrow does. Finds what is missing from the books in the escrow's log, back to the opening.
 *
 * What is booked of a block that has vanished is looked for again.
 *
 * @returns by job, everything to be booked for it; only for jobs whose receipt does not say it all
 */
export async function findEvents(
  { storage, chain }: Pick<LaneParameters, 'storage' | 'chain'>,
  jobs: ChainJob[],
  receipt: ChainReceipt,
): Promise<Map<string, FoundEvent[]>> {
  const found = new Map<string, FoundEvent[]>()
  if (!chain.history || receipt.status === 'reverted') return found
  for (const job of jobs) {
    if (job.kind === 'open') continue
    const own = receipt.events.filter(event => event.digest === job.digest)
    const subscription = await storage.read(tx => tx.subscriptions.get(job.subscriptionId))
    if (subscription?.digest !== job.digest || own.some(event => event.type === 'skipped')) continue
    const charge = own.find(event => event.type === 'settled')
    const chargedFrom = charge?.fromSecond ?? job.toSecond
    const counted =
      job.invoiceIds.length === 0 && chargedFrom >= subscription.billedSeconds
        ? []
        : await storage.read(tx => unsettledInvoices(tx, subscription, job))
    const billedSeconds = subscription.billedSeconds - countedIn(counted).seconds
    const saysItAll =
      chargedFrom <= billedSeconds &&
      subscription.cancelReason !== 'opening_lost' &&
      (job.kind !== 'close' || subscription.closed || own.some(event => event.type === 'closed'))
    if (saysItAll) continue
    const state = await chain.meterState(job.digest)
    if (state.status === 'unknown') continue
    const opening = await chain.history.firstBlockSince(state.openedAt)
    const events: FoundEvent[] = []
    let covered = chargedFrom
    for (let to = receipt.blockNumber; to >= opening; to -= BLOCKS_A_STEP) {
      const from = to - BLOCKS_A_STEP + 1n
      const step = await chain.history.meterEvents(job.digest, from > opening ? from : opening, to)
      events.unshift(...step.map(event => ({ hash: event.transactionHash, event })))
      for (const event of step)
        if (event.type === 'settled' && event.fromSecond < covered) covered = event.fromSecond
      if (covered <= billedSeconds && state.billedSeconds > billedSeconds) break
      if (state.billedSeconds <= billedSeconds && events.some(isClosing)) break
    }
    found.set(job.id, events)
  }
  return found
}

function isClosing({ event }: FoundEvent): boolean {
  return event.type === 'closed' || event.type === 'reclaimed'
}
