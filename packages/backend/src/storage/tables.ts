import { type Column, type RowOf, text } from '../domain/columns.ts'
import {
  API_KEY,
  CHAIN_JOB,
  CHAIN_TRANSACTION,
  CHECKOUT_SESSION,
  CLIENT_TOKEN,
  CUSTOMER,
  ESCROW_EVENT,
  EVENT,
  IDEMPOTENCY_RECORD,
  INDEXED_BLOCK,
  INVOICE,
  MERCHANT,
  PRODUCT,
  SIGN_IN_CHALLENGE,
  SUBSCRIPTION,
  WEBHOOK_DELIVERY,
  WEBHOOK_ENDPOINT,
} from '../domain/entities.ts'
import type { TableSpec } from './columns.ts'

/** A table of rows with these columns. An index of a column that is not among them does not compile. */
function table<Columns extends Record<string, Column>>(
  columns: Columns,
  rest: Omit<TableSpec<keyof Columns & string>, 'columns'> = {},
) {
  return { columns, ...rest }
}

/**
 * Every table as it is today, in code names. The first column is the primary key. New databases are created from it at
 * once. After the first release a change here needs a migration for older databases (migrations/migrations.ts).
 */
export const TABLES = {
  merchants: table(MERCHANT),
  apiKeys: table(API_KEY),
  products: table(PRODUCT, {
    listed: true,
    indexes: [['merchantId', 'mode', 'position']],
  }),
  sessions: table(CHECKOUT_SESSION, {
    listed: true,
    indexes: [
      ['merchantId', 'mode', 'position'],
      ['merchantId', 'mode', 'status', 'position'],
      ['merchantId', 'mode', 'productId', 'status', 'position'],
      ['merchantId', 'mode', 'customerId', 'status', 'position'],
      ['status', 'expiresAt'],
    ],
  }),
  customers: table(CUSTOMER, {
    unique: [['merchantId', 'mode', 'walletKey']],
    listed: true,
    indexes: [
      ['merchantId', 'mode', 'position'],
      ['merchantId', 'mode', 'email', 'position'],
      ['merchantId', 'mode', 'walletKey', 'position'],
    ],
  }),
  subscriptions: table(SUBSCRIPTION, {
    unique: [['meterId']],
    listed: true,
    indexes: [
      ['logFaulty', 'mode'],
      ['merchantId', 'mode', 'position'],
      ['merchantId', 'mode', 'status', 'position'],
      ['merchantId', 'mode', 'customerId', 'status', 'position'],
      ['merchantId', 'mode', 'productId', 'status', 'position'],
      ['merchantId', 'mode', 'customerId', 'productId', 'status', 'position'],
      ['dueAt', 'id'],
      ['merchantId', 'mode', 'created', 'status', 'openingsFailed', 'settledFee'],
      ['closed', 'mode', 'operator'],
      ['closed', 'mode', 'id'],
    ],
  }),
  invoices: table(INVOICE, {
    listed: true,
    indexes: [
      ['merchantId', 'mode', 'position'],
      ['merchantId', 'mode', 'status', 'position'],
      ['customerId', 'status', 'position', 'periodEnd'],
      ['subscriptionId', 'status', 'position', 'periodEnd'],
      ['merchantId', 'mode', 'positionBlock', 'status', 'periodEnd', 'position'],
    ],
  }),
  events: table(EVENT, {
    listed: true,
    indexes: [['merchantId', 'mode', 'position'], ['merchantId', 'mode', 'type', 'position'], ['created']],
  }),
  webhookEndpoints: table(WEBHOOK_ENDPOINT, {
    listed: true,
    indexes: [['merchantId', 'mode', 'position']],
  }),
  deliveries: table(WEBHOOK_DELIVERY, {
    unique: [['endpointId', 'eventId']],
    indexes: [
      ['status', 'dueAt', 'id', 'endpointId'],
      ['status', 'created'],
      ['endpointId', 'status', 'dueAt', 'id'],
    ],
  }),
  challenges: table(SIGN_IN_CHALLENGE, {
    indexes: [['expiresAt']],
  }),
  tokens: table(CLIENT_TOKEN, {
    indexes: [['sessionId'], ['expiresAt']],
  }),
  idempotency: table(IDEMPOTENCY_RECORD, {
    indexes: [['created']],
  }),
  jobs: table(CHAIN_JOB, {
    indexes: [['transactionId'], ['created']],
    pendingIndexes: [['mode', 'operator', 'kind', 'transactionId', 'notBefore', 'id'], ['subscriptionId']],
  }),
  transactions: table(CHAIN_TRANSACTION, {
    unique: [['hash']],
    indexes: [['chainId', 'sender', 'nonce']],
  }),
  escrowEvents: table(ESCROW_EVENT, {
    indexes: [
      ['meterId', 'blockNumber', 'logIndex'],
      ['source', 'blockNumber'],
    ],
  }),
  indexedBlocks: table(INDEXED_BLOCK, {
    indexes: [['source', 'number']],
  }),
  /** A text under a name, for data of a single row. */
  settings: table({ id: text(), value: text() }),
}

export type TableName = keyof typeof TABLES

/** The rows of each table. */
export type Entities = { [Table in TableName]: RowOf<(typeof TABLES)[Table]['columns']> & { id: string } }
