import type { Address, Hex } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import type { ChainEvent } from '../../chain/chain.ts'
import type { Mode } from '../../domain/entities.ts'
import { isEnd } from '../../domain/meter/ledger/read-log.ts'
import type { Metrics } from '../../observability/metrics.ts'

/** Reports faults of a ledger that need a person, once for each meter: an alarm counts faults, not their sightings. */
export class LedgerAlarms {
  readonly #parameters: LedgerAlarmsParameters
  readonly #raised = new Set<string>()

  constructor(parameters: LedgerAlarmsParameters) {
    this.#parameters = parameters
  }

  /** @param reason a fault in words, or the error of reading the log */
  ofLog(meterId: Hex, reason: unknown): void {
    const details = typeof reason === 'string' ? { fault: reason } : { err: reason }
    this.#raise(
      'log_differs',
      { meterId, ...details },
      'a meter is not booked: its log is not what its terms say',
    )
  }

  /**
   * The escrow is public. A meter of this operator that this database does not know was opened before a backup was
   * restored, or by another service with its key. A meter that is over holds no money.
   *
   * @param events of meters that are not in the database
   */
  ofUnknown(events: readonly ChainEvent[]): void {
    const own = this.#parameters.operator.toLowerCase()
    const over = new Set(events.filter(isEnd).map(({ meterId }) => meterId))
    for (const { terms, meterId, txHash } of events) {
      if (terms === null || over.has(meterId) || terms.operator.toLowerCase() !== own) continue
      const text =
        'the operator has opened a meter that this database does not know: after a backup was restored, stop the service and run `per-second restore`; otherwise its key has leaked'
      this.#raise('meter_unknown', { meterId, txHash }, text)
    }
  }

  #raise(
    alarm: 'log_differs' | 'meter_unknown',
    about: { meterId: Hex; fault?: string; err?: unknown; txHash?: Hex },
    text: string,
  ): void {
    const { metrics, mode, log } = this.#parameters
    if (this.#raised.has(`${alarm} ${about.meterId}`)) return
    this.#raised.add(`${alarm} ${about.meterId}`)
    metrics.ledgerAlarms.add({ mode, alarm })
    log.error({ mode, ...about }, text)
  }
}

type LedgerAlarmsParameters = {
  mode: Mode
  operator: Address
  metrics: Pick<Metrics, 'ledgerAlarms'>
  log: Logger
}
