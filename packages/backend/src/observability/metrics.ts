import { TOKEN_DECIMALS } from '@per-second/protocol/money'
import { formatUnits } from './format-units.ts'

type Labels = Record<string, string>

/** Every chain that viem knows gives its coin so many. */
const COIN_DECIMALS = 18

/** Counts up, one number for each combination of labels. */
export type Counter = { add(labels: Labels, amount?: number): void }

/** Adds up amounts of a coin, exactly: in its smallest unit, told as a decimal. */
export type AmountCounter = { add(labels: Labels, amount: bigint): void }

/** Keeps its last value. */
export type Gauge = { set(labels: Labels, value: number | string): void; clear(): void }

/** Sorts observations into buckets. */
export type Histogram = {
  observe(labels: Labels, value: number): void
  /** The same for one combination of labels, for frequent observations. */
  series(labels: Labels): (value: number) => void
}

/**
 * A service's counts of its own work. Labels never hold keys or anything a caller chose, and ids only of merchants, up
 * to a bound: each new value is a new series.
 */
export type Metrics = {
  /** Seconds from the first byte understood to the answer, by `method`, `route` (a template, or `none`) and `status`. */
  requests: Histogram
  /** Invoices that the chain has paid or refused, by `mode` and `outcome` (`paid`, `failed`). Each debt is refused once. */
  settlements: Counter
  /** Transactions of the service's own, by `chain` (its id), `purpose` and `outcome` (`signed`, `included`, `reverted`, `replaced`). */
  chainTransactions: Counter
  /** Attempts to deliver an event, by `outcome` (`delivered`, `failed`, `refused`). */
  webhookDeliveries: Counter
  /** Requests that got the stored response of an earlier one, by `route`. */
  idempotentReplays: Counter
  /** Requests over a rate limit, by `route`. */
  rateLimited: Counter
  /** Input that Node refused before it was a request (`http_invalid`), by `reason`. */
  httpRefused: Counter
  /** Faults of a ledger that need a person, by `mode` and `alarm` (`log_differs`, `meter_unknown`). */
  ledgerAlarms: Counter
  /** The service's income from settlements, in AUSD, by `mode` and `merchant`. */
  feesBooked: AmountCounter
  /**
   * The operator's cost of its transactions, in its chain's coin of 18 decimals, by `mode` and by the `merchant` whose
   * meters they were for.
   */
  gasPaid: AmountCounter
  /** By `mode` and `merchant`: the share of its gas allowance used when a wallet last asked for a meter, and wallets told to wait for it. */
  gasAccounts: { used: Gauge; refused: Counter }
  /** Seconds until an endpoint of a chain has answered or failed, by `chain`, `endpoint` (its place, from 1) and `outcome`. */
  rpcRequests: Histogram
  /** Seconds that work waited for a connection to the database, or on SQLite for its turn. */
  databaseWait: Histogram
  /**
   * The result of the last reconciliation of each `mode`: the escrow's balance, the amount that open meters need, and
   * the time, in unix seconds.
   */
  escrow: { balance: Gauge; needed: Gauge; reconciledAt: Gauge }
  /** In the text format of Prometheus 0.0.4. */
  render(): string
}

const RPC_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const WAIT_BUCKETS = [0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

/** The most merchants with series of their own. Later ones share one, named `others`. */
const MOST_MERCHANTS = 1_000

const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

export function createMetrics(): Metrics {
  const requests = createHistogram(
    'billing_http_request_duration_seconds',
    'Time to answer a request.',
    REQUEST_BUCKETS,
  )
  const settlements = createCounter('billing_settlements_total', 'Settlements by outcome.')
  const chainTransactions = createCounter(
    'billing_chain_transactions_total',
    'Transactions of the operator, by what became of them.',
  )
  const webhookDeliveries = createCounter('billing_webhook_deliveries_total', 'Attempts to deliver an event.')
  const idempotentReplays = createCounter(
    'billing_idempotent_replays_total',
    'Requests answered with an earlier answer.',
  )
  const rateLimited = createCounter('billing_rate_limited_total', 'Requests over a rate limit.')
  const httpRefused = createCounter('billing_http_refused_total', 'Broken HTTP, refused unread.')
  const ledgerAlarms = createCounter(
    'billing_ledger_alarms_total',
    'Meters that are not booked, and openings that nobody here asked for.',
  )
  const feesBooked = createAmountCounter(
    'billing_fees_booked_ausd_total',
    'Fees of the service that settlements have paid.',
    TOKEN_DECIMALS,
  )
  const gasPaid = createAmountCounter(
    'billing_gas_paid_coins_total',
    "What the operator's transactions have cost, from their receipts, as far as these could be had.",
    COIN_DECIMALS,
  )
  const gasAccounts = {
    used: createGauge(
      'billing_gas_allowance_used_ratio',
      "The share of a merchant's gas allowance used by openings whose gas no fees have paid for, when a meter was last asked for.",
    ),
    refused: createCounter(
      'billing_gas_refused_total',
      'Wallets told to wait because a merchant is beyond its gas allowance.',
    ),
  }
  const rpcRequests = createHistogram(
    'billing_rpc_request_duration_seconds',
    'Time until an endpoint has answered.',
    RPC_BUCKETS,
  )
  const databaseWait = createHistogram(
    'billing_database_wait_seconds',
    'Time that work waits for a connection to the database, or on SQLite for its turn.',
    WAIT_BUCKETS,
  )
  const counters = {
    settlements,
    chainTransactions,
    webhookDeliveries,
    idempotentReplays,
    rateLimited,
    httpRefused,
    ledgerAlarms,
    feesBooked,
    gasPaid,
  }
  const escrow = {
    balance: createGauge('billing_escrow_balance_ausd', 'What the escrow has, all its users together.'),
    needed: createGauge(
      'billing_escrow_needed_ausd',
      'What the escrow must have for the open meters of this database.',
    ),
    reconciledAt: createGauge(
      'billing_escrow_reconciled_timestamp_seconds',
      'When these two were last compared, by the process that holds the common work.',
    ),
  }
  const histograms = { requests, rpcRequests, databaseWait }
  const all = [histograms, counters, gasAccounts, escrow].flatMap(each =>
    Object.values<{ render(): string }>(each),
  )
  return {
    ...histograms,
    ...counters,
    gasAccounts,
    escrow,
    render: () => all.map(({ render }) => render()).join(''),
  }
}

/** A gauge as it stands at this instant, in the same format. */
export function renderGauge(
  name: string,
  help: string,
  values: readonly [Labels, number | string][],
): string {
  return head(name, help, 'gauge') + values.map(([labels, value]) => line(name, key(labels), value)).join('')
}

function createCounter(name: string, help: string): Counter & { render(): string } {
  const values = new Map<string, number>()
  return {
    add: (labels, amount = 1) => {
      const series = key(labels)
      values.set(series, (values.get(series) ?? 0) + amount)
    },
    render: () =>
      head(name, help, 'counter') + [...values].map(([series, value]) => line(name, series, value)).join(''),
  }
}

function createGauge(name: string, help: string): Gauge & { render(): string } {
  const values = new Map<string, [Labels, number | string]>()
  return {
    set: (labels, value) => {
      const series = key(labels)
      if (values.has(series) || values.size < MOST_MERCHANTS) values.set(series, [labels, value])
    },
    clear: () => values.clear(),
    render: () => renderGauge(name, help, [...values.values()]),
  }
}

function createAmountCounter(
  name: string,
  help: string,
  decimals: number,
): AmountCounter & { render(): string } {
  const values = new Map<string, bigint>()
  return {
    add: (labels, amount) => {
      const own = key(labels)
      const isKnown = values.has(own) || values.size < MOST_MERCHANTS
      const series = isKnown ? own : key({ ...labels, merchant: 'others' })
      values.set(series, (values.get(series) ?? 0n) + amount)
    },
    render: () =>
      head(name, help, 'counter') +
      [...values].map(([series, value]) => line(name, series, formatUnits(value, decimals))).join(''),
  }
}

function createHistogram(
  name: string,
  help: string,
  bounds: readonly number[],
): Histogram & { render(): string } {
  type Series = { counts: number[]; sum: number; count: number }
  const all = new Map<string, Series>()
  const renderSeries = (series: string, { counts, sum, count }: Series) => {
    let below = 0
    const buckets = bounds.map((bound, index) => {
      below += counts[index] ?? 0
      return line(`${name}_bucket`, join(series, `le="${bound}"`), below)
    })
    return [
      ...buckets,
      line(`${name}_bucket`, join(series, 'le="+Inf"'), count),
      line(`${name}_sum`, series, sum),
      line(`${name}_count`, series, count),
    ].join('')
  }
  const series = (labels: Labels) => {
    const name = key(labels)
    const values = all.get(name) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 }
    all.set(name, values)
    return (value: number) => {
      const bucket = bounds.findIndex(bound => value <= bound)
      if (bucket !== -1) values.counts[bucket] = (values.counts[bucket] ?? 0) + 1
      values.sum += value
      values.count += 1
    }
  }
  return {
    series,
    observe: (labels, value) => series(labels)(value),
    render: () =>
      head(name, help, 'histogram') +
      [...all].map(([series, values]) => renderSeries(series, values)).join(''),
  }
}

function head(name: string, help: string, type: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`
}

function line(name: string, series: string, value: number | string): string {
  return `${name}${series === '' ? '' : `{${series}}`} ${value}\n`
}

function key(labels: Labels): string {
  return Object.entries(labels)
    .map(
      ([name, value]) =>
        `${name}="${value.replaceAll(/[\\"\n]/g, character => (character === '\n' ? '\\n' : `\\${character}`))}"`,
    )
    .join()
}

function join(series: string, more: string): string {
  return series === '' ? more : `${series},${more}`
}
