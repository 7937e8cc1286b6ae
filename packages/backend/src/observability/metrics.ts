type Labels = Record<string, string>

/** Counts up, one number for each combination of labels. */
export type Counter = { add(labels: Labels): void }

/** Keeps its last value. */
export type Gauge = { set(labels: Labels, value: number | string): void; clear(): void }

/** Sorts observations into buckets. */
export type Histogram = { observe(labels: Labels, value: number): void }

/**
 * A service's counts of its own work. Labels never hold keys or anything a caller chose, and ids only of merchants, up
 * to a bound: each new value is a new series.
 */
export type Metrics = ReturnType<typeof createMetrics>

const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]
const RPC_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const WAIT_BUCKETS = [0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

/** The most merchants with a series of their own. */
const MOST_MERCHANTS = 1_000

export function createMetrics() {
  const metrics = {
    /** Seconds from the first byte understood to the answer, by `method`, `route` (a template, or `none`) and `status`. */
    requests: createHistogram(
      'billing_http_request_duration_seconds',
      'Time to answer a request.',
      REQUEST_BUCKETS,
    ),
    /** Seconds until an endpoint of a chain has answered or failed, by `chain`, `endpoint` (its place, from 1) and `outcome`. */
    rpcRequests: createHistogram(
      'billing_rpc_request_duration_seconds',
      'Time until an endpoint has answered.',
      RPC_BUCKETS,
    ),
    databaseWait: createHistogram(
      'billing_database_wait_seconds',
      'Time that work waits for a connection to the database, or on SQLite for its turn.',
      WAIT_BUCKETS,
    ),
    /** By `outcome` (`delivered`, `failed`, `refused`). */
    webhookDeliveries: createCounter('billing_webhook_deliveries_total', 'Attempts to deliver an event.'),
    /** Faults that need a person, by `mode` and `alarm` (`log_differs`, `meter_unknown`, `escrow_short`). */
    ledgerAlarms: createCounter(
      'billing_ledger_alarms_total',
      'Meters that are not booked, and openings that this service did not send.',
    ),
    /** By `mode` and `merchant`. */
    gasAllowanceUsed: createGauge(
      'billing_gas_allowance_used_ratio',
      "The share of a merchant's gas allowance used by openings whose gas no fees have paid for, when a meter was last asked for.",
    ),
    /** The result of the last reconciliation of each `mode`. */
    escrow: {
      balance: createGauge('billing_escrow_balance_ausd', 'What the escrow has, all its users together.'),
      needed: createGauge(
        'billing_escrow_needed_ausd',
        'What the escrow must have for the open meters of this database.',
      ),
      reconciledAt: createGauge(
        'billing_escrow_reconciled_timestamp_seconds',
        'When these two were last compared, by the process that holds the common work.',
      ),
    },
  }
  const { escrow, ...others } = metrics
  const all = [...Object.values(others), ...Object.values(escrow)]
  /** In the text format of Prometheus 0.0.4. */
  return { ...metrics, render: () => all.map(({ render }) => render()).join('') }
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
    add: labels => {
      const series = key(labels)
      values.set(series, (values.get(series) ?? 0) + 1)
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
  return {
    observe: (labels, value) => {
      const series = key(labels)
      const values = all.get(series) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 }
      all.set(series, values)
      const bucket = bounds.findIndex(bound => value <= bound)
      if (bucket !== -1) values.counts[bucket] = (values.counts[bucket] ?? 0) + 1
      values.sum += value
      values.count += 1
    },
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
