import { checkoutOf } from '../machine/state.ts'
import type { WalletChoice } from '../wallet/wallet.ts'
import type { EffectContext } from './effect-context.ts'

/** Knows the wallets of this browser before the subscriber presses Connect, so that the card can say that there is none. */
export class FoundWallets {
  /** Null while they are not known. */
  wallets: WalletChoice[] | null = null
  readonly #context: EffectContext
  readonly #changed: () => void
  #ending: Promise<() => void> | null = null

  /** @param changed called when there is something to draw again */
  constructor(context: EffectContext, changed: () => void) {
    this.#context = context
    this.#changed = changed
    this.look()
  }

  /** From the first checkout on. */
  look(): void {
    if (this.#ending || !checkoutOf(this.#context.state)) return
    this.#ending = this.#context.ports.findWallets(wallets => {
      this.wallets = wallets
      this.#changed()
    })
    // Without this part the wallets stay unknown.
    this.#ending.catch(() => undefined)
  }

  end(): void {
    this.#ending?.then(end => end()).catch(() => undefined)
    this.#ending = null
  }
}
