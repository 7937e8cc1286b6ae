import { showsAmounts } from '../dom/foreign-hands.ts'
import { AuthoriseError } from '../errors/authorise-error.ts'
import { problemFrom } from '../machine/problem.ts'
import { checkoutOf } from '../machine/state.ts'
import { createFetchService } from '../service/fetch-service.ts'
import { RefusalError } from '../signing/refusal-error.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { type EffectContext, loadWallet, storeOf } from './effect-context.ts'
import { newClaim } from './flows/claim.ts'
import type { Flow } from './flows/flow.ts'
import { hasSessionEnded } from './flows/moved-session.ts'
import { readEscrow } from './read-escrow.ts'

/** After a minute without the chain, the subscriber is told. */
const CHAIN_PATIENCE = 4

/** Runs one flow at a time. A newer flow, a cancel or another session aborts it. */
export class FlowRunner {
  readonly #context: EffectContext
  #running = new AbortController()

  constructor(context: EffectContext) {
    this.#context = context
  }

  abort(): void {
    this.#running.abort()
  }

  start(work: (flow: Flow<Wallet>) => Promise<void>): void {
    const { connection, host, ports } = this.#context
    if (!connection) return
    this.#running.abort()
    this.#running = new AbortController()
    const signal = AbortSignal.any([this.#running.signal, connection.life.signal])
    const flow: Flow<Wallet> = {
      sessionId: connection.sessionId,
      service: createFetchService(connection.http),
      store: storeOf(this.#context, connection),
      ports,
      pins: host.pins,
      replaces: host.replaces || null,
      signal,
      checkout: () => {
        const checkout = checkoutOf(this.#context.state)
        if (!checkout) throw new Error('A flow runs without a session.')
        return checkout
      },
      connection: () => checkoutOf(this.#context.state)?.connection ?? null,
      wallet: () => loadWallet(this.#context, connection),
      newClaim,
      chainPatience: CHAIN_PATIENCE,
      requireAgreed: () => {
        // Other scripts may have changed the screen since the press.
        if (!showsAmounts(host.renderRoot))
          throw new AuthoriseError(
            'page_altered',
            'The card shows another amount than the one that would be signed.',
          )
      },
      saved: async () => undefined,
      dispatch: event => void (signal.aborted || this.#context.dispatch(event)),
      // The element may have left the page meanwhile and come back to the same session of the same service.
      report: event =>
        void (
          this.#context.connection?.keys.token === connection.keys.token && this.#context.dispatch(event)
        ),
      readEscrow: () => readEscrow(this.#context).catch(() => undefined),
    }
    void this.#settle(flow, work(flow))
  }

  async #settle(flow: Flow, work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      if (flow.signal.aborted) return
      const { phase } = this.#context.state
      // A lost response or another tab may have completed the session. Then the failure is not reported.
      const mayHaveEnded = (phase === 'signing' || phase === 'opening') && !(error instanceof RefusalError)
      if (mayHaveEnded && (await hasSessionEnded(flow))) return
      flow.dispatch({ type: 'failed', problem: problemFrom(error) })
    }
  }
}
