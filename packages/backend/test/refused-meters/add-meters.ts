import { meterDigest } from '@per-second/protocol/terms'
import type { UnixMillis } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import { numberToHex } from 'viem'
import type { Subscription } from '../../src/domain/entities.ts'
import { createIds } from '../../src/domain/id.ts'
import type { Storage } from '../../src/storage/storage.ts'

/** Meters of one unit of work. */
const CHUNK = 500

/** The requested charge of each new meter, in seconds. */
const TO_SECOND = 60

/**
 * Writes many meters into an unused database, each like an open one but for its salt. Every other one was cancelled. A
 * settlement or a closing of each is ready at an instant.
 *
 * @returns the ids on chain of the model and of the new ones, which are not open there yet
 */
export async function addMeters(
  storage: Storage,
  { like, count, readyAt }: { like: string; count: number; readyAt: UnixMillis },
): Promise<{ model: Hex; meterIds: Hex[] }> {
  const newId = createIds(Date.now)
  const { model, opening, chainId, escrow } = await storage.read(async tx => {
    const model = (await tx.subscriptions.get(like)) as Subscription
    const [opening] = await tx.escrowEvents.ofMeter(model.meterId)
    if (opening?.kind !== 'opened') throw new Error(`${like} is not open.`)
    const [, , chainId, escrow] = opening.source.split('.')
    return { model, opening, chainId: Number(chainId), escrow: escrow as Hex }
  })
  const endedAt = (model.startedAt ?? model.created) + TO_SECOND * 1_000
  const end = { status: 'canceled', cancelReason: 'merchant', endedAt, dueAt: null } as const
  const meterIds: Hex[] = []
  while (meterIds.length < count) {
    await storage.unitOfWork(async tx => {
      for (const last = Math.min(meterIds.length + CHUNK, count); meterIds.length < last; ) {
        const salt = numberToHex(meterIds.length + 1, { size: 32 })
        const terms = { ...model.terms, salt }
        const meterId = meterDigest(terms, { chainId, escrow })
        const id = newId('sub_')
        const isOver = meterIds.length % 2 === 1
        await tx.subscriptions.insert({ ...model, id, terms, meterId, ...(isOver && end) })
        await tx.escrowEvents.insert({ ...opening, id: `${opening.id}:${meterIds.length}`, meterId })
        await tx.jobs.insert({
          ...{ id: newId('job_'), mode: model.mode, kind: isOver ? 'close' : 'settle' },
          ...{ subscriptionId: id },
          ...{ operator: model.operator, toSecond: TO_SECOND, periodEnd: model.created },
          ...{ status: 'pending', transactionId: null, attempts: 0, failure: null },
          ...{ notBefore: readyAt, traceparent: null, created: model.created },
        })
        meterIds.push(meterId)
      }
    })
  }
  return { model: model.meterId, meterIds }
}
