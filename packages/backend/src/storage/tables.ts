import type {
  ApiKey,
  ChainJob,
  ChainTransaction,
  CheckoutSession,
  ClientToken,
  Customer,
  EscrowEvent,
  Event,
  IdempotencyRecord,
  IndexedBlock,
  Invoice,
  Merchant,
  Product,
  SignInChallenge,
  Subscription,
  WebhookDelivery,
  WebhookEndpoint,
} from '../domain/entities.ts'
import type { TableOf } from './columns.ts'

/** A text under a name, for data of a single row. */
export type Setting = { id: string; value: string }

/** The entities of each table. */
export type Entities = {
  merchants: Merchant
  apiKeys: ApiKey
  products: Product
  sessions: CheckoutSession
  customers: Customer
  subscriptions: Subscription
  invoices: Invoice
  events: Event
  webhookEndpoints: WebhookEndpoint
  deliveries: WebhookDelivery
  challenges: SignInChallenge
  tokens: ClientToken
  idempotency: IdempotencyRecord
  jobs: ChainJob
  transactions: ChainTransaction
  escrowEvents: EscrowEvent
  indexedBlocks: IndexedBlock
  settings: Setting
}

export type TableName = keyof Entities

const scope = { merchantId: 'text', mode: 'text' } as const

/**
 * Every table as it is today, in code names. The first column is the primary key. New databases are created from it at
 * once. A change here needs a migration for older databases: the tests compare the result of the migrations with this.
 */
export const TABLES: { [Table in TableName]: TableOf<Entities[Table]> } = {
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
    listed: true,
    indexes: [['merchantId', 'mode', 'position']],
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
    listed: true,
    indexes: [
      ['merchantId', 'mode', 'position'],
      ['merchantId', 'mode', 'status', 'position'],
      ['merchantId', 'mode', 'productId', 'status', 'position'],
      ['merchantId', 'mode', 'customerId', 'status', 'position'],
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
    listed: true,
    indexes: [
      ['merchantId', 'mode', 'position'],
      ['merchantId', 'mode', 'email', 'position'],
      ['merchantId', 'mode', 'walletKey', 'position'],
    ],
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
      meterId: 'text',
      operator: 'text',
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
      ownEndedAt: 'instant?',
      billedSeconds: 'integer',
      settledGross: 'amount',
      settledFee: 'amount',
      refunded: 'amount',
      loggedSeconds: 'integer',
      invoicedSeconds: 'integer',
      logFaulty: 'flag',
      closed: 'flag',
      replaces: 'text?',
      replacedBy: 'text?',
      isEnding: 'flag',
      latestInvoiceId: 'text?',
      dueAt: 'instant?',
      nextSettlementAt: 'instant?',
      created: 'instant',
    },
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
      created: 'instant',
    },
    listed: true,
    indexes: [
      ['merchantId', 'mode', 'position'],
      ['merchantId', 'mode', 'status', 'position'],
      ['customerId', 'status', 'position', 'periodEnd'],
      ['subscriptionId', 'status', 'position', 'periodEnd'],
      ['merchantId', 'mode', 'positionBlock', 'status', 'periodEnd', 'position'],
    ],
  },
  events: {
    columns: {
      id: 'text',
      ...scope,
      type: 'text',
      data: 'json',
      traceparent: 'text?',
      created: 'instant',
    },
    listed: true,
    indexes: [['merchantId', 'mode', 'position'], ['merchantId', 'mode', 'type', 'position'], ['created']],
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
    listed: true,
    indexes: [['merchantId', 'mode', 'position']],
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
      ['status', 'created'],
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
    indexes: [['expiresAt']],
  },
  tokens: {
    columns: {
      id: 'text',
      mode: 'text',
      sessionId: 'text',
      customerId: 'text',
      expiresAt: 'instant',
      revokedAt: 'instant?',
      created: 'instant',
    },
    indexes: [['sessionId'], ['expiresAt']],
  },
  idempotency: {
    columns: {
      id: 'text',
      fingerprint: 'text',
      jobId: 'text?',
      response: 'text?',
      created: 'instant',
      advancesTo: 'instant?',
    },
    indexes: [['created']],
  },
  jobs: {
    columns: {
      id: 'text',
      mode: 'text',
      kind: 'text',
      subscriptionId: 'text',
      operator: 'text',
      toSecond: 'integer',
      periodEnd: 'instant',
      status: 'text',
      transactionId: 'text?',
      attempts: 'integer',
      failure: 'text?',
      notBefore: 'instant',
      traceparent: 'text?',
      created: 'instant',
    },
    indexes: [['transactionId'], ['created']],
    pendingIndexes: [['mode', 'operator', 'kind', 'transactionId', 'notBefore', 'id'], ['subscriptionId']],
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
      includedIn: 'integer?',
      created: 'instant',
    },
    unique: [['hash']],
    indexes: [['chainId', 'sender', 'nonce']],
  },
  escrowEvents: {
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
    indexes: [
      ['meterId', 'blockNumber', 'logIndex'],
      ['source', 'blockNumber'],
    ],
  },
  indexedBlocks: {
    columns: { id: 'text', source: 'text', number: 'integer', hash: 'text' },
    indexes: [['source', 'number']],
  },
  settings: { columns: { id: 'text', value: 'text' } },
}
