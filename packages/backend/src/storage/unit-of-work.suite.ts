import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainJob, Mode } from '../domain/entities.ts'
import { createTransaction } from './create-transaction.ts'
import type { Connection } from './engine.ts'
import { aJob, anInvoice, aProduct, aSubscription, newId } from './entities.fixture.ts'
import { createRepository } from './repository.ts'
import { UnitOfWork } from './unit-of-work.ts'

const ROWS = 100

/**
 * The queries that a unit of work sends to an engine, and their number.
 *
 * @param most statements that a hundred rows of one table are written in
 * @param placing statements that a unit takes its places in lists with
 * @param explain returns the plan of a statement
 */
export function describeUnitOfWork(
  engine: string,
  open: () => Promise<{ connection: Connection; close(): Promise<void> }>,
  { most, placing, explain }: { most: number; placing: 0 | 1; explain: string },
) {
  describe(`a unit of work on ${engine}`, () => {
    let connection: Connection
    let close: () => Promise<void>
    beforeAll(async () => {
      ;({ connection, close } = await open())
    })
    afterAll(() => close())

    let asked: string[]
    let lastParameters: readonly unknown[]
    beforeEach(() => {
      asked = []
    })
    const begin = () => {
      const counted: Connection = {
        ...connection,
        run: (sql, parameters) => {
          asked.push(sql)
          lastParameters = parameters
          return connection.run(sql, parameters)
        },
      }
      const unit = new UnitOfWork(counted)
      return { tx: createTransaction(unit), written: () => unit.write() }
    }
    const product = aProduct()

    test('edge: a search for no value and one for a value are two statements', async () => {
      const unit = new UnitOfWork(connection)
      const jobs = createRepository(unit, 'jobs')
      const [unsent, sent] = [null, newId('txn_')].map(transactionId =>
        aJob(aSubscription(product), { transactionId }),
      ) as [ChainJob, ChainJob]
      await jobs.rows.insert(unsent)
      await jobs.rows.insert(sent)
      await unit.write()
      const found = (operator: 'is' | 'is not') =>
        jobs.all({ where: [['transactionId', operator, null]], among: ['id', [unsent.id, sent.id]] })
      expect(await found('is')).toEqual([unsent])
      expect(await found('is not')).toEqual([sent])
      const equal = (transactionId: string | null) => jobs.all({ equal: { transactionId, id: sent.id } })
      expect(await equal(null)).toEqual([])
      expect(await equal(sent.transactionId)).toEqual([sent])
    })

    test('behaviour: a booking of a hundred meters takes about as many statements as tables, not as rows', async () => {
      const subscriptions = Array.from({ length: ROWS }, () => aSubscription(product))
      const before = begin()
      for (const subscription of subscriptions) {
        await before.tx.subscriptions.insert(subscription)
        await before.tx.jobs.insert(aJob(subscription))
      }
      await before.written()
      expect(asked.length).toBeLessThanOrEqual(placing + 2 * most)

      asked = []
      const { tx, written } = begin()
      const found = await tx.subscriptions.byMeterIds(subscriptions.map(({ meterId }) => meterId))
      const pending = await tx.jobs.pendingOf(found.map(({ id }) => id))
      expect([found.length, pending.length, asked.length]).toEqual([ROWS, ROWS, 2])
      for (const job of pending) {
        const subscription = await tx.subscriptions.get(job.subscriptionId)
        if (subscription === null) throw new Error('It was found just now.')
        const invoice = anInvoice(subscription, 1, { subscriptionId: subscription.id })
        await tx.invoices.insert(invoice)
        await tx.invoices.update({ ...invoice, status: 'failed' })
        await tx.jobs.update({ ...job, status: 'done', attempts: 1 })
        const { id, settledGross } = subscription
        await tx.subscriptions.update({ ...subscription, settledGross: settledGross + 277n })
        await tx.subscriptions.update({ ...subscription, settledGross: 277n, latestInvoiceId: invoice.id })
        const scope = { merchantId: subscription.merchantId, mode: subscription.mode }
        await tx.events.insert({
          ...scope,
          id: newId('evt_'),
          type: 'invoice.paid',
          data: { id },
          traceparent: null,
          created: 1,
        })
      }
      expect(asked.length, 'nothing is written before it must be').toBe(2)
      await written()
      expect(asked.length).toBeLessThanOrEqual(2 + placing + 4 * most)

      asked = []
      const after = begin().tx
      const ids = subscriptions.map(({ id }) => id)
      for (const { settledGross, latestInvoiceId } of await after.subscriptions.getMany(ids)) {
        expect(settledGross).toBe(277n)
        const invoice = await after.invoices.get(latestInvoiceId as string)
        expect([invoice?.status, ids.includes(invoice?.subscriptionId as string)]).toEqual(['failed', true])
      }
      expect(await after.jobs.pendingOf(ids)).toEqual([])
    })

    test('behaviour: a row that was read, by any query, is one object and is not read again', async () => {
      const [one, other] = [aSubscription(product), aSubscription(product)]
      const before = begin()
      await before.tx.subscriptions.insert(one)
      expect(await before.tx.subscriptions.get(one.id)).toBe(one)
      await before.tx.subscriptions.insert(other)
      await before.written()

      asked = []
      const { tx } = begin()
      const read = await tx.subscriptions.get(one.id)
      expect(read).toEqual(one)
      expect(await tx.subscriptions.get(one.id)).toBe(read)
      expect(await tx.subscriptions.find(one, one.id)).toBe(read)
      expect(asked).toHaveLength(1)
      expect((await tx.subscriptions.byMeterIds([one.meterId]))[0]).toBe(read)
      const both = await tx.subscriptions.getMany([other.id, newId('sub_'), one.id, other.id])
      expect(both).toEqual([other, one])
      expect(both[1]).toBe(read)
      expect(await tx.subscriptions.get(other.id)).toBe(both[0])
      expect(asked).toHaveLength(3)
    })

    test('behaviour: all changes are written before the next query of a changed table', async () => {
      const subscription = aSubscription(product)
      const job = aJob(subscription)
      const { tx } = begin()
      await tx.subscriptions.insert(subscription)
      await tx.jobs.insert(job)
      expect(await tx.products.get(product.id)).toBeNull()
      expect(asked, 'no query of another table writes them').toHaveLength(1)
      expect(await tx.jobs.pendingOf([subscription.id])).toEqual([job])
      expect(asked).toHaveLength(4 + placing)
      await tx.jobs.update({ ...job, status: 'done' })
      expect(await tx.jobs.pendingOf([subscription.id])).toEqual([])
      expect(asked).toHaveLength(6 + placing)
      expect(await tx.subscriptions.byMeterIds([subscription.meterId])).toEqual([subscription])
      expect(asked).toHaveLength(7 + placing)
    })

    test('behaviour: rows of which different columns changed keep the others as they were', async () => {
      const [one, other] = [aSubscription(product), aSubscription(product)]
      const before = begin()
      for (const each of [one, other]) await before.tx.subscriptions.insert(each)
      await before.written()
      const { tx, written } = begin()
      await tx.subscriptions.getMany([one.id, other.id])
      await tx.subscriptions.update({ ...one, billedSeconds: 7, signature: '0xab' })
      await tx.subscriptions.update({ ...other, closed: true, pausedAt: 9 })
      await written()
      expect(await begin().tx.subscriptions.getMany([one.id, other.id])).toEqual([
        { ...one, billedSeconds: 7, signature: '0xab' },
        { ...other, closed: true, pausedAt: 9 },
      ])
    })

    test('behaviour: texts are kept as they are, with any meaning to an engine', async () => {
      const texts = ['null', '', '{"a",b}', 'it\'s \\ "quoted"', '{}', 'ünïcode 🚀', '$1::text[]']
      const products = texts.map(name => aProduct({ name, description: name }))
      const before = begin()
      for (const each of products) await before.tx.products.insert(each)
      await before.written()
      expect(await begin().tx.products.getMany(products.map(({ id }) => id))).toEqual(products)
    })

    test('behaviour: an update of an unread row replaces it, and of a missing row does nothing', async () => {
      const [there, missing] = [aProduct(), aProduct()]
      const before = begin()
      await before.tx.products.insert(there)
      await before.written()
      const { tx, written } = begin()
      await tx.products.update({ ...there, name: 'Renamed' })
      await tx.products.update(missing)
      await written()
      const after = begin().tx
      expect(await after.products.getMany([there.id, missing.id])).toEqual([{ ...there, name: 'Renamed' }])
    })

    test('behaviour: due rows are read in order from an index', async () => {
      await begin().tx.subscriptions.due(9, 10)
      const plan = await connection.run(`${explain} ${asked[0]}`, lastParameters)
      const text = plan.flat().join('\n')
      expect(text).toContain('subscriptions_due_at_id')
      expect(text).not.toMatch(/sort|temp b-tree/i)
    })

    test('behaviour: endpoints of several scopes are found together', async () => {
      const endpoint = (merchantId: string, mode: Mode = 'test') => ({
        ...{
          id: newId('we_'),
          merchantId,
          mode,
          url: 'https://a.example',
          events: null,
          status: 'enabled' as const,
        },
        ...{ secrets: [], silences: 0, restsUntil: null, lastSuccessAt: null, created: 1 },
      })
      const [one, two] = [endpoint('mer_one'), endpoint('mer_two')]
      const [three, live] = [endpoint('mer_three'), endpoint('mer_one', 'live')]
      const { tx } = begin()
      for (const each of [one, two, three, live]) await tx.webhookEndpoints.insert(each)
      expect(await tx.webhookEndpoints.allOfMany([one, two])).toEqual([one, two])
      expect(await tx.webhookEndpoints.allOfMany([live, two, one, one])).toEqual([one, two, live])
      expect(await tx.webhookEndpoints.allOfMany([])).toEqual([])
    })
  })
}
