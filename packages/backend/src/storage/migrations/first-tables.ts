import { sql } from 'kysely'
import type { TableSpec } from '../columns.ts'
import type { Migration } from './migration.ts'

const scope = { merchantId: 'text', mode: 'text' } as const

/** The tables as the first version had them. Never edited again: what came later is in the steps that follow. */
export const FIRST_TABLES: Record<string, TableSpec> = {
  merchants: {
    columns: {
      id: 'text',
      name: 'text',
      logoUrl: 'text?',
      accent: 'text?',
      supportUrl: 'text?',
      payoutAddress: 'text',
      created: 'instant',
    },
  },
  apiKeys: { columns: { id: 'text', ...scope, hint: 'text', created: 'instant', revokedAt: 'instant?' } },
  products: {
    columns: {
      id: 'text',
      ...scope,
      name: 'text',
      description: 'text?',
      rateUsd: 'text',
      allowPause: 'flag',
      startMode: 'text',
      active: 'flag',
      activeSubscriptions: 'integer',
      created: 'instant',
    },
    indexes: [['merchantId', 'mode', 'id']],
  },
  sessions: {
    columns: {
      id: 'text',
      ...scope,
      status: 'text',
      productId: 'text',
      successUrl: 'text',
      cancelUrl: 'text',
      rateUsd: 'text',
      allowPause: 'flag',
      startMode: 'text',
      maxDurationSeconds: 'integer?',
      capFixed: 'flag',
      customerId: 'text?',
      subscriptionId: 'text?',
      customersCreated: 'integer',
      openingInFlight: 'flag',
      created: 'instant',
      expiresAt: 'instant',
    },
    indexes: [
      ['merchantId', 'mode', 'id'],
      ['status', 'expiresAt'],
    ],
  },
  customers: {
    columns: {
      id: 'text',
      ...scope,
      email: 'text',
      walletAddress: 'text',
      walletKey: 'text',
      subscriptionCount: 'integer',
      totalSettled: 'amount',
      created: 'instant',
    },
    unique: [['merchantId', 'mode', 'walletKey']],
    indexes: [['merchantId', 'mode', 'id']],
  },
  subscriptions: {
    columns: {
      id: 'text',
      ...scope,
      customerId: 'text',
      productId: 'text',
      sessionId: 'text',
      status: 'text',
      rateUsd: 'text',
      allowPause: 'flag',
      startMode: 'text',
      maxDurationSeconds: 'integer',
      terms: 'terms',
      digest: 'text',
      signature: 'text?',
      openingTxHash: 'text?',
      openingsFailed: 'integer',
      startedAt: 'instant?',
      pausedAt: 'instant?',
      pausedBy: 'text?',
      pausedMillis: 'integer',
      endedAt: 'instant?',
      cancelReason: 'text?',
      resumesAs: 'text?',
      billedSeconds: 'integer',
      settledGross: 'amount',
      settledFee: 'amount',
      refunded: 'amount',
      closed: 'flag',
      latestInvoiceId: 'text?',
      dueAt: 'instant?',
      nextSettlementAt: 'instant?',
      created: 'instant',
    },
    unique: [['digest']],
    indexes: [['merchantId', 'mode', 'id'], ['dueAt']],
  },
  invoices: {
    columns: {
      id: 'text',
      ...scope,
      subscriptionId: 'text',
      customerId: 'text',
      periodStart: 'instant',
      periodEnd: 'instant',
      seconds: 'integer',
      amountSettled: 'amount',
      gross: 'amount',
      fee: 'amount',
      net: 'amount',
      status: 'text',
      txHash: 'text',
      logIndex: 'integer?',
      created: 'instant',
    },
    unique: [['txHash', 'logIndex']],
    indexes: [
      ['merchantId', 'mode', 'id'],
      ['subscriptionId', 'status'],
    ],
  },
  events: {
    columns: { id: 'text', ...scope, type: 'text', data: 'json', created: 'instant' },
    indexes: [['merchantId', 'mode', 'id']],
  },
  webhookEndpoints: {
    columns: {
      id: 'text',
      ...scope,
      url: 'text',
      events: 'json',
      status: 'text',
      secrets: 'json',
      silences: 'integer',
      restsUntil: 'instant?',
      lastSuccessAt: 'instant?',
      created: 'instant',
    },
    indexes: [['merchantId', 'mode', 'id']],
  },
  deliveries: {
    columns: {
      id: 'text',
      endpointId: 'text',
      eventId: 'text',
      status: 'text',
      attempts: 'integer',
      lastStatus: 'integer?',
      lastFailure: 'text?',
      dueAt: 'instant?',
      claimedUntil: 'instant?',
      created: 'instant',
    },
    unique: [['endpointId', 'eventId']],
    indexes: [
      ['status', 'dueAt', 'id', 'endpointId', 'claimedUntil'],
      ['endpointId', 'status', 'dueAt', 'id'],
    ],
  },
  challenges: {
    columns: {
      id: 'text',
      sessionId: 'text',
      address: 'text',
      chainId: 'integer',
      origin: 'text',
      message: 'text',
      expiresAt: 'instant',
      usedAt: 'instant?',
    },
  },
  tokens: {
    columns: {
      id: 'text',
      mode: 'text',
      sessionId: 'text',
      customerId: 'text',
      expiresAt: 'instant',
      revokedAt: 'instant?',
    },
    indexes: [['sessionId']],
  },
  idempotency: {
    columns: { id: 'text', fingerprint: 'text', jobId: 'text?', response: 'text?', created: 'instant' },
  },
  jobs: {
    columns: {
      id: 'text',
      mode: 'text',
      kind: 'text',
      subscriptionId: 'text',
      digest: 'text',
      terms: 'terms',
      signature: 'text?',
      toSecond: 'integer',
      periodEnd: 'instant',
      status: 'text',
      transactionId: 'text?',
      attempts: 'integer',
      failure: 'text?',
      notBefore: 'instant',
      created: 'instant',
    },
    indexes: [
      ['status', 'mode', 'transactionId', 'notBefore'],
      ['subscriptionId', 'status'],
    ],
  },
  transactions: {
    columns: {
      id: 'text',
      chainId: 'integer',
      sender: 'text',
      nonce: 'integer',
      hash: 'text',
      raw: 'text',
      purpose: 'text',
      blockTimestamp: 'integer?',
      status: 'text',
      created: 'instant',
    },
    unique: [['hash']],
    indexes: [['chainId', 'sender', 'nonce']],
  },
  settings: { columns: { id: 'text', value: 'text' } },
}

/** Processes on one PostgreSQL tell by it who leads; its time is the database's own. */
export const LEASES =
  'create table if not exists leases (id text primary key, token bigint not null, holder text not null, expires_at timestamptz not null)'

/** Creates what is missing: a database from before versions were counted has all of it. */
export const firstTables: Migration = {
  version: 1,
  apply: async schema => {
    for (const [table, spec] of Object.entries(FIRST_TABLES)) await schema.createTable(table, spec)
    if (schema.engine === 'postgres') await sql.raw(LEASES).execute(schema.database)
  },
}
