import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openSqliteStorage } from '../../src/storage/sqlite/sqlite-storage.ts'
import { startBackend } from '../backend-process.ts'
import { createMerchantServer, merchantServerOn } from '../merchant.ts'
import { secondsOf } from '../seconds-of.ts'
import { createCaller, createSubscriber } from '../subscriber.ts'
import { addMeters } from './add-meters.ts'
import { openInStorage, refusePaying } from './refusing-chain.ts'

/** How often another merchant cancels a meter and has a new customer, and the pause before each, in milliseconds. */
const TURNS = 10
const PAUSE_MILLIS = 500

const MAX_SECONDS = 7_200
const ARGUMENTS = ['--log', 'error']

export type RefusedMetersReport = {
  /** The longest that another merchant waited until a cancelled meter was closed, and a customer for a running one, in seconds. */
  cancel: number
  opening: number
  /** How many meters had been refused before that was over. */
  refused: number
}

/**
 * One merchant has many meters whose settlements are all ready and all refused, because the escrow cannot pay that
 * merchant. Beside them another one cancels meters and has new customers.
 */
export async function runRefusedMeters({
  count,
  progress = () => {},
}: {
  count: number
  progress?: (text: string) => void
}): Promise<RefusedMetersReport> {
  let backend = await startBackend({ args: ARGUMENTS })
  const databaseOf = () => openSqliteStorage(join(backend.folder, 'billing.sqlite'))
  try {
    progress('opening meters')
    const [refused, made] = [await createMerchantServer(backend), await createMerchantServer(backend)]
    const product = await made.product()
    const funded = async () => {
      const subscriber = createSubscriber(backend)
      await subscriber.fund('100')
      return subscriber
    }
    const { id } = await (await funded()).subscribe(
      await refused.session(await refused.product()),
      MAX_SECONDS,
    )
    const turns: { meter: string; account: ReturnType<typeof createSubscriber>['account'] }[] = []
    while (turns.length < TURNS) {
      const { id } = await (await funded()).subscribe(await made.session(product), MAX_SECONDS)
      turns.push({ meter: id, account: (await funded()).account })
    }
    await made.advance(100)
    const { now } = await made.freezeClock()
    await backend.end('SIGTERM')

    progress(`adding ${count} meters`)
    const storage = await databaseOf()
    const model = { like: id, count, readyAt: now * 1_000 + 1_000 }
    const added = await addMeters(storage, model)
    await storage.close()
    backend = await startBackend({ folder: backend.folder, args: ARGUMENTS })
    await openInStorage(backend, added)
    await refusePaying(backend, refused.payout_address)
    const other = merchantServerOn(backend, made)
    const prepared = await Promise.all(
      turns.map(async ({ meter, account }) => {
        const subscriber = createSubscriber(backend, account)
        const { id } = await other.session(product)
        const { body } = await subscriber.prepare(id, MAX_SECONDS)
        const signature = await subscriber.sign(body)
        return {
          cancel: () => other.act(meter, 'cancel'),
          open: () => subscriber.authorise(id, body.draft, signature),
        }
      }),
    )

    await createCaller(backend.url, made.test_key)('POST', '/v1/test_helpers/clock', { frozen: false })
    const waits = { cancel: 0, opening: 0 }
    // An answer comes after 15 seconds at the latest, also when the chain's part is not done.
    for (const [index, { cancel, open }] of prepared.entries()) {
      await delay(PAUSE_MILLIS)
      const [canceled, opened] = await Promise.all([secondsOf(cancel), secondsOf(open)])
      waits.cancel = Math.max(waits.cancel, canceled)
      waits.opening = Math.max(waits.opening, opened)
      progress(`turn ${index + 1}: cancel ${canceled.toFixed(2)} s, opening ${opened.toFixed(2)} s`)
    }
    await backend.end('SIGTERM')
    const after = await databaseOf()
    const tried = await after.read(async ({ subscriptions, jobs }) => {
      const meters = await subscriptions.notClosed('test', '', Number.MAX_SAFE_INTEGER)
      const pending = await jobs.pendingOf(meters.map(({ id }) => id))
      return pending.filter(({ transactionId, attempts }) => transactionId === null && attempts > 0).length
    })
    await after.close()
    return { ...waits, refused: tried }
  } finally {
    await backend.remove()
  }
}
