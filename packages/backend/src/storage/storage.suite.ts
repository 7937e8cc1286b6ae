import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainJob, ChainTransaction, Product, Scope, Subscription } from '../domain/entities.ts'
import { aJob, anInvoice, aProduct, aSession, aSubscription, hashOf, newId } from './entities.fixture.ts'
import type { DueDeliveries, Storage, Transaction, WaitingDeliveries } from './storage.ts'

const OTHER_OPERATOR = `0x${'f'.repeat(40)}` as const

/** The duties of every engine. Each test makes its own merchant, so that one storage serves them all. */
export function describeStorage(
  engine: string,
  open: () => Promise<{ storage: Storage; close(): Promise<void> }>,
) {
  describe(`storage on ${engine}`, () => {
    let storage: Storage
    let close: () => Promise<void>
    beforeAll(async () => {
      ;({ storage, close } = await open())
    })
    afterAll(() => close())

    test('behaviour: entities come back exactly as they went in', async () => {
      const product = aProduct()
      const subscription = aSubscription(product, { settledGross: 2n ** 96n, pausedAt: 1_800_000_000_123 })
      const session = aSession(product)
      await storage.unitOfWork(async tx => {
        await tx.products.insert(product)
        await tx.sessions.insert(session)
        await tx.subscriptions.insert(subscription)
        await tx.events.insert({
          id: newId('evt_'),
          merchantId: product.merchantId,
          mode: 'test',
          type: 'product.created',
          data: { name: 'ünïcode 🚀', nested: [1, null] },
          traceparent: null,
          created: 1,
        })
      })
      const found = await storage.read(async tx => ({
        product: await tx.products.get(product.id),
        session: await tx.sessions.get(session.id),
        subscription: (await tx.subscriptions.byMeterIds([subscription.meterId]))[0],
        events: await tx.events.list(product, { limit: 10 }),
      }))
      expect(found.product).toEqual(product)
      expect(found.session).toEqual(session)
      expect(found.subscription).toEqual(subscription)
      expect(found.events?.data[0]?.data).toEqual({ name: 'ünïcode 🚀', nested: [1, null] })
    })

    test('behaviour: a failing unit leaves nothing and takes no other unit with it', async () => {
      const [kept, lost, also] = [aProduct(), aProduct(), aProduct()]
      const results = await Promise.allSettled([
        storage.unitOfWork(tx => tx.products.insert(kept)),
        storage.unitOfWork(async tx => {
          await tx.products.insert(lost)
          throw new Error('changed my mind')
        }),
        storage.unitOfWork(tx => tx.products.insert(also)),
      ])
      expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      const found = await storage.read(tx =>
        Promise.all([kept, lost, also].map(({ id }) => tx.products.get(id))),
      )
      expect(found).toEqual([kept, null, also])
    })

    test('behaviour: units see each other in full or not at all', async () => {
      const product = aProduct()
      await storage.unitOfWork(tx => tx.products.insert(product))
      const increments = Array.from({ length: 50 }, () =>
        storage.unitOfWork(async tx => {
          const current = (await tx.products.get(product.id)) as Product
          await tx.products.update({ ...current, activeSubscriptions: current.activeSubscriptions + 1 })
        }),
      )
      await Promise.all(increments)
      expect(await storage.read(tx => tx.products.get(product.id))).toEqual({
        ...product,
        activeSubscriptions: 50,
      })
    })

    test('behaviour: a row is as the last of its updates says, whichever copy that began with', async () => {
      const product = aProduct()
      await storage.unitOfWork(async tx => {
        await tx.products.insert(product)
        await tx.products.update({ ...product, name: 'Renamed', active: false })
        await tx.products.update({ ...product, description: 'As at first, but described' })
      })
      expect(await storage.read(tx => tx.products.get(product.id))).toEqual({
        ...product,
        description: 'As at first, but described',
      })
    })

    test('behaviour: a failed unit’s rows are written again by the next one', async () => {
      const product = aProduct()
      await storage.unitOfWork(tx => tx.products.insert(product))
      const rename = (tx: Transaction) => tx.products.update({ ...product, name: 'Renamed' })
      const failing = storage.unitOfWork(async tx => {
        await tx.products.get(product.id)
        await rename(tx)
        throw new Error('changed my mind')
      })
      const results = await Promise.allSettled([failing, storage.unitOfWork(rename)])
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
      expect(await storage.read(tx => tx.products.get(product.id))).toEqual({ ...product, name: 'Renamed' })
    })

    test('behaviour: no reader sees uncommitted rows, and a slow unit is seen whole or not at all', async () => {
      const [first, second] = [aProduct(), aProduct()]
      const find = () => storage.read(tx => Promise.all([first, second].map(({ id }) => tx.products.get(id))))
      const slow = storage.unitOfWork(async tx => {
        await tx.products.insert(first)
        const seen = await find()
        await tx.products.insert(second)
        return seen
      })
      expect(await slow).toEqual([null, null])
      expect(await find()).toEqual([first, second])
    })

    test('error: a second row with the same key is refused', async () => {
      const product = aProduct()
      await storage.unitOfWork(tx => tx.products.insert(product))
      await expect(storage.unitOfWork(tx => tx.products.insert(product))).rejects.toThrow()
    })

    test('behaviour: pages are newest first, stable under inserts, and bounded by the scope', async () => {
      const products = Array.from({ length: 7 }, () => aProduct({ merchantId: 'mer_pages' }))
      const scope: Scope = { merchantId: 'mer_pages', mode: 'test' }
      const live = aProduct({ merchantId: 'mer_pages', mode: 'live' })
      await storage.unitOfWork(async tx => {
        for (const product of [...products, live]) await tx.products.insert(product)
      })
      const newestFirst = products.map(product => product.id).toReversed()
      const page = (request: Parameters<typeof list>[0]) => list(request)
      const list = (request: { limit: number; startingAfter?: string; endingBefore?: string }) =>
        storage.read(tx => tx.products.list(scope, request))
      const ids = (result: Awaited<ReturnType<typeof list>>) =>
        result && [result.data.map(({ id }) => id), result.hasMore]

      expect(ids(await page({ limit: 3 }))).toEqual([newestFirst.slice(0, 3), true])
      await storage.unitOfWork(tx => tx.products.insert(aProduct({ merchantId: 'mer_pages' })))
      expect(ids(await page({ limit: 3, startingAfter: newestFirst[2] as string }))).toEqual([
        newestFirst.slice(3, 6),
        true,
      ])
      expect(ids(await page({ limit: 3, startingAfter: newestFirst[5] as string }))).toEqual([
        newestFirst.slice(6),
        false,
      ])
      expect(ids(await page({ limit: 2, endingBefore: newestFirst[3] as string }))).toEqual([
        newestFirst.slice(1, 3),
        true,
      ])
      expect(await page({ limit: 3, startingAfter: live.id })).toBeNull()
      expect(await page({ limit: 3, startingAfter: 'prod_unknown' })).toBeNull()
    })

    test('behaviour: session status filters compute expiry, to the millisecond', async () => {
      const product = aProduct({ merchantId: 'mer_sessions' })
      const open = aSession(product, { expiresAt: 1001 })
      const over = aSession(product, { expiresAt: 1000 })
      const opening = aSession(product, { expiresAt: 1000, subscriptionId: 'sub_1' })
      const complete = aSession(product, { expiresAt: 500, status: 'complete' })
      await storage.unitOfWork(async tx => {
        for (const session of [open, over, opening, complete]) await tx.sessions.insert(session)
      })
      const idsOf = async (status: 'open' | 'expired' | 'complete') => {
        const page = await storage.read(tx => tx.sessions.list(product, { limit: 10 }, { status, now: 1000 }))
        return page?.data.map(session => session.id).toSorted()
      }
      expect(await idsOf('open')).toEqual([open.id, opening.id].toSorted())
      expect(await idsOf('expired')).toEqual([over.id])
      expect(await idsOf('complete')).toEqual([complete.id])
      const expired = await storage.read(tx => tx.sessions.expired(1000, 1000))
      expect(expired.filter(session => session.merchantId === 'mer_sessions')).toEqual([over])
    })

    test('behaviour: invoice bounds are inclusive in whole seconds', async () => {
      const scope: Scope = { merchantId: 'mer_invoices', mode: 'test' }
      const invoices = [999, 1000, 1999, 2000, 2999, 3000].map(periodEnd => anInvoice(scope, periodEnd))
      await storage.unitOfWork(async tx => {
        for (const invoice of invoices) await tx.invoices.insert(invoice)
      })
      const ends = async (filter: { periodEndGte?: number; periodEndLte?: number }) => {
        const page = await storage.read(tx => tx.invoices.list(scope, { limit: 10 }, filter))
        return page?.data.map(invoice => invoice.periodEnd)
      }
      expect(await ends({ periodEndGte: 1, periodEndLte: 2 })).toEqual([2999, 2000, 1999, 1000])
      expect(await ends({ periodEndGte: 3 })).toEqual([3000])
      expect(await ends({ periodEndLte: 0 })).toEqual([999])
    })

    test('behaviour: due subscriptions come earliest first, those without an instant never', async () => {
      const product = aProduct({ merchantId: 'mer_due' })
      const [late, early, never] = [700, 600, null].map(dueAt => aSubscription(product, { dueAt })) as [
        Subscription,
        Subscription,
        Subscription,
      ]
      await storage.unitOfWork(async tx => {
        for (const subscription of [late, early, never]) await tx.subscriptions.insert(subscription)
      })
      const due = (now: number) => storage.read(tx => tx.subscriptions.due(now, 10))
      expect(await due(599)).toEqual([])
      expect(await due(600)).toEqual([early])
      expect(await due(700)).toEqual([early, late])
    })

    test('behaviour: a challenge is consumed once, however many try', async () => {
      const id = newId('req_')
      const challenge = {
        id,
        sessionId: 'cs_1',
        address: '0x1' as const,
        origin: 'https://shop.example',
        message: 'text',
        expiresAt: 10,
        usedAt: null,
      }
      await storage.unitOfWork(tx => tx.challenges.insert(challenge))
      const consumed = await Promise.all(
        Array.from({ length: 8 }, () => storage.unitOfWork(tx => tx.challenges.consume(id, 5))),
      )
      expect(consumed.filter(Boolean)).toEqual([true])
    })

    test('behaviour: deliveries are found when due, without those that the caller leaves out', async () => {
      const [one, two] = [newId('we_'), newId('we_')]
      const delivery = (endpointId: string, dueAt: number | null) => ({
        id: newId('dlv_'),
        endpointId,
        eventId: newId('evt_'),
        status: 'pending' as const,
        attempts: 0,
        lastStatus: null,
        lastFailure: null,
        dueAt,
        created: 1,
      })
      const late = delivery(one, 600)
      const early = delivery(two, 500)
      const first = delivery(two, 400)
      const never = delivery(two, null)
      await storage.unitOfWork(async tx => {
        for (const each of [late, early, first, never]) await tx.deliveries.insert(each)
      })
      const due = (now: number, which: Pick<DueDeliveries, 'only' | 'except' | 'besides'> = { only: two }) =>
        storage.read(async tx => (await tx.deliveries.due({ now, limit: 10, ...which })).map(({ id }) => id))
      expect(await due(600, { besides: [first.id] })).toEqual([early.id, late.id])
      expect(await due(599, {})).toEqual([first.id, early.id])
      expect(await due(600, { except: [two, newId('we_')] })).toEqual([late.id])
      const next = (after: number) => storage.read(tx => tx.deliveries.nextDue(after))
      expect([await next(399), await next(400), await next(600)]).toEqual([400, 500, null])
      expect(await due(600, { only: two, besides: [first.id] })).toEqual([early.id])
      expect(await storage.read(tx => tx.deliveries.ofEvent(late.eventId, [one, two]))).toEqual([late])
      expect(await storage.read(tx => tx.deliveries.ofEvent(late.eventId, [two]))).toEqual([])

      const move = (which: WaitingDeliveries, dueAt: number | null, limit = 10) =>
        storage.unitOfWork(tx => tx.deliveries.move(two, which, { dueAt, limit }))
      expect(await move({ before: 450 }, 450)).toBe(1)
      expect(await due(450)).toEqual([first.id])
      expect(await move('heldBack', 480)).toBe(1)
      expect(await due(480)).toEqual([first.id, never.id])
      expect(await move({ at: 480 }, 490)).toBe(1)
      expect(await move({ after: 450, except: 500 }, 430)).toBe(1)
      expect(await move({ after: 450, except: 430 }, 440)).toBe(1)
      expect(await due(499)).toEqual([never.id, early.id, first.id])
      expect([await move('due', null, 2), await move('due', null, 2), await move('due', null, 2)]).toEqual([
        2, 1, 0,
      ])
      expect(await due(700)).toEqual([])
      expect(await move('heldBack', 700)).toBe(3)
      expect(await due(700)).toEqual([early.id, first.id, never.id])
      await storage.unitOfWork(tx => tx.deliveries.update({ ...early, status: 'delivered', dueAt: null }))
      expect(await move('due', null)).toBe(2)
      expect(await due(700)).toEqual([])
      await expect(
        storage.unitOfWork(tx => tx.deliveries.insert({ ...delivery(one, 1), eventId: late.eventId })),
      ).rejects.toThrow()
      const remove = (id: string) => storage.unitOfWork(tx => tx.deliveries.removeOf(id, 2))
      expect([await remove(one), await remove(two), await remove(two), await remove(two)]).toEqual([
        1, 2, 1, 0,
      ])
      expect(await storage.read(tx => tx.deliveries.getMany([late.id, early.id, first.id]))).toEqual([])
    })

    test('behaviour: a unit sees its own changes, in rows it had read too', async () => {
      const challenge = {
        ...{ id: newId('req_'), sessionId: newId('cs_'), address: '0xabc' as const },
        ...{ origin: 'https://shop.example', message: 'Sign in', expiresAt: 9, usedAt: null },
      }
      const delivery = {
        ...{
          id: newId('dlv_'),
          endpointId: newId('we_'),
          eventId: newId('evt_'),
          status: 'pending' as const,
        },
        ...{ attempts: 0, lastStatus: null, lastFailure: null, dueAt: 5, created: 1 },
      }
      const token = {
        ...{ id: newId('req_'), sessionId: challenge.sessionId },
        ...{ customerId: newId('cus_'), expiresAt: 9, revokedAt: null, created: 3 },
      }
      const record = {
        ...{ id: newId('req_'), fingerprint: 'f', jobId: null, response: null, created: 1, advancesTo: null },
      }
      await storage.unitOfWork(async tx => {
        const { challenges, deliveries, tokens, idempotency, settings } = tx
        await challenges.insert(challenge)
        await deliveries.insert(delivery)
        await tokens.insert(token)
        await idempotency.insert(record)
        await settings.set('seen', 'a')
        expect(await settings.get('seen')).toBe('a')

        await challenges.consume(challenge.id, 5)
        expect(await challenges.get(challenge.id)).toEqual({ ...challenge, usedAt: 5 })
        await deliveries.move(delivery.endpointId, { before: 6 }, { dueAt: 6, limit: 1 })
        expect(await deliveries.get(delivery.id)).toEqual({ ...delivery, dueAt: 6 })
        await deliveries.move(delivery.endpointId, 'due', { dueAt: 8, limit: 1 })
        expect(await deliveries.get(delivery.id)).toEqual({ ...delivery, dueAt: 8 })
        await deliveries.removeOf(delivery.endpointId, 1)
        expect(await deliveries.get(delivery.id)).toBeNull()
        await tokens.remove([token.id])
        expect(await tokens.get(token.id)).toBeNull()
        await idempotency.remove([record.id])
        expect(await idempotency.get(record.id)).toBeNull()
        await settings.set('seen', 'b')
        expect(await settings.get('seen')).toBe('b')
      })
    })

    test('behaviour: of waiting work the oldest is known by mode, stage and operator, and due deliveries are counted', async () => {
      const mode = 'live'
      const before = await storage.read(tx => tx.backlog(10))
      expect(before.live).toEqual({
        unsent: [],
        sent: [],
        pastDue: 0,
      })
      const product = aProduct({ mode })
      const [owing, paid] = [aSubscription(product, { status: 'past_due' }), aSubscription(product)]
      const deliveries = [4, 9, 11].map(dueAt => ({
        ...{ id: newId('dlv_'), endpointId: newId('we_'), eventId: newId('evt_') },
        ...{ status: 'pending' as const, attempts: 0, lastStatus: null, lastFailure: null },
        ...{ dueAt, created: 1 },
      }))
      await storage.unitOfWork(async tx => {
        for (const meter of [owing, paid]) await tx.subscriptions.insert(meter)
        await tx.jobs.insert(aJob(owing, { notBefore: 7 }))
        await tx.jobs.insert(aJob(paid, { notBefore: 5 }))
        await tx.jobs.insert(aJob(paid, { notBefore: 3, transactionId: 'txn_1' }))
        await tx.jobs.insert(aJob(paid, { notBefore: 1, status: 'done' }))
        await tx.jobs.insert(aJob(paid, { notBefore: 8, operator: OTHER_OPERATOR }))
        for (const delivery of deliveries) await tx.deliveries.insert(delivery)
      })
      const { live, deliveries: due } = await storage.read(tx => tx.backlog(10))
      expect(live).toEqual({
        unsent: [
          { operator: paid.operator, since: 5 },
          { operator: OTHER_OPERATOR, since: 8 },
        ],
        sent: [{ operator: paid.operator, since: 3 }],
        pastDue: 1,
      })
      expect(due.count - before.deliveries.count).toBe(2)
      expect(due.since).toBeLessThanOrEqual(4)
    })

    test('behaviour: an operator awaits each transaction that its pending jobs name, by nonce', async () => {
      const operator = OTHER_OPERATOR
      const journalled = [7, 5, 6].map((nonce): ChainTransaction => {
        const id = newId('txn_')
        const hash = hashOf(id)
        const call = { chainId: 1, sender: operator, nonce, hash, raw: '0x', purpose: 'settleBatch' } as const
        return { id, ...call, blockTimestamp: null, status: 'signed', includedIn: null, created: 1 }
      })
      const [settled, opened, done] = journalled.map(({ id }) => id) as [string, string, string]
      const job = (changes: Partial<ChainJob>) =>
        aJob(aSubscription(aProduct({ mode: 'test' })), { operator, ...changes })
      await storage.unitOfWork(async tx => {
        for (const transaction of journalled) await tx.transactions.insert(transaction)
        await tx.jobs.insert(job({ transactionId: settled }))
        await tx.jobs.insert(job({ transactionId: settled }))
        await tx.jobs.insert(job({ transactionId: opened, kind: 'open' }))
        await tx.jobs.insert(job({ transactionId: done, status: 'done' }))
        await tx.jobs.insert(job({ transactionId: done, operator: `0x${'e'.repeat(40)}` }))
        await tx.jobs.insert(job({ transactionId: done, mode: 'live' }))
        await tx.jobs.insert(job({ transactionId: null }))
      })
      expect(await storage.read(tx => tx.jobs.awaited('test', operator))).toEqual([
        { id: opened, nonce: 5, kind: 'open' },
        { id: settled, nonce: 7, kind: 'settle' },
      ])
    })

    test('behaviour: settings are set and replaced, nonces counted', async () => {
      await storage.unitOfWork(async tx => {
        await tx.settings.set('clock', 'a')
        await tx.settings.set('clock', 'b')
      })
      expect(await storage.read(tx => tx.settings.get('clock'))).toBe('b')
      expect(await storage.read(tx => tx.settings.get('nothing'))).toBeNull()
      expect(await storage.read(tx => tx.transactions.nextNonce(1, '0xnobody'))).toBe(0)
    })
  })
}
