import { shortfallIn } from '../machine/shortfall.ts'
import { checkoutOf } from '../machine/state.ts'
import { isPaired, type WalletConnection } from '../wallet/wallet.ts'
import type { EffectContext } from './effect-context.ts'

/**
 * Reads what the connected wallet holds while somebody decides, so that they know before they press whether it is enough, and that
 * it is as soon as they have filled it. Nobody is asked for anything, and no failure of it is worth a word.
 */
export class BalanceReader {
  readonly #context: EffectContext
  #readFor: WalletConnection | null = null
  #isReading = false

  constructor(context: EffectContext) {
    this.#context = context
  }

  /** After a change of the state: once for every account on the session's chain. */
  changed(): void {
    const connection = this.#connected()
    if (!connection || connection === this.#readFor) return
    this.#readFor = connection
    void this.#read()
  }

  /** Again, where the balance matters. A wallet on another device has every request sent to it, so it is left alone. */
  async refresh(): Promise<void> {
    const connection = this.#connected()
    if (connection && !isPaired(connection.walletId)) await this.#read()
  }

  /** Whether what was read last is less than what is to be signed for. */
  isShort(): boolean {
    const { state } = this.#context
    return this.#connected() !== null && 'checkout' in state && shortfallIn(state.checkout) !== null
  }

  async #read(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    await this.#ask()
    this.#isReading = false
  }

  async #ask(): Promise<void> {
    const { connection: session, state } = this.#context
    const connection = this.#connected()
    const token = checkoutOf(state)?.chain?.token.address
    const loading = this.#context.wallet.loaded
    if (!session || !connection || !token || !loading) return
    const balance = await loading.then(wallet => wallet.balanceOf(token)).catch(() => null)
    if (balance === null || session.life.signal.aborted || this.#connected() !== connection) return
    this.#context.dispatch({ type: 'balance_read', balance })
  }

  /** The connection whose balance is of interest now: one on another chain would be read there. */
  #connected(): WalletConnection | null {
    const { state } = this.#context
    const decides =
      state.phase === 'reviewing' || (state.phase === 'error' && state.problem.code === 'insufficient_funds')
    if (!decides || state.checkout.chain === null) return null
    const { chain, connection } = state.checkout
    return connection?.chainId === chain.chain_id ? connection : null
  }
}
