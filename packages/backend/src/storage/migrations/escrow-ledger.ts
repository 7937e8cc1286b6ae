import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The escrow's log is the ledger: its events and the blocks they were read up to have tables, and meters say how far their log and their
 * invoices go. What a job repeated of its subscription goes, and so does the place of an invoice's event. What was charged before is read
 * from the chain when a meter is next booked. Processes of older versions book in another way: they have to end first.
 */
export const escrowLedger: Migration = {
  version: 7,
  apply: async schema => {
    await schema.createTable('escrowEvents', {
      columns: {
        id: 'text',
        source: 'text',
        meterId: 'text',
        kind: 'text',
        blockNumber: 'integer',
        logIndex: 'integer',
        timestamp: 'integer',
        txHash: 'text',
        fromSecond: 'integer',
        toSecond: 'integer',
        gross: 'amount',
        fee: 'amount',
        refunded: 'amount',
      },
      indexes: [['meterId', 'blockNumber', 'logIndex'], ['source', 'blockNumber'], ['txHash']],
    })
    await schema.createTable('indexedBlocks', {
      columns: { id: 'text', source: 'text', number: 'integer', hash: 'text' },
      indexes: [['source', 'number']],
    })
    await schema.addColumn('subscriptions', 'ownEndedAt', 'instant?', null)
    await schema.addColumn('subscriptions', 'loggedSeconds', 'integer', 0)
    await schema.addColumn('subscriptions', 'invoicedSeconds', 'integer', 0)
    await schema.addColumn('subscriptions', 'logFaulty', 'flag', 0)
    await schema.addIndex('subscriptions', ['logFaulty', 'mode'])
    await sql`update subscriptions set logged_seconds = billed_seconds, invoiced_seconds = coalesce(
      (select sum(seconds) from invoices where invoices.subscription_id = subscriptions.id), 0)`.execute(
      schema.database,
    )
    await schema.dropIndex('jobs', ['status', 'mode', 'transactionId', 'notBefore'])
    await schema.addIndex('jobs', ['status', 'mode', 'kind', 'transactionId', 'notBefore'])
    await schema.dropIndex('invoices', ['txHash', 'logIndex'])
    for (const column of ['digest', 'terms', 'signature', 'invoiceIds'])
      await schema.dropColumn('jobs', column)
    await schema.dropColumn('invoices', 'logIndex')
  },
}
