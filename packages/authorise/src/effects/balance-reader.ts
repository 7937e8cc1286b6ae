import { shortfallIn } from '../machine/shortfall.ts'
import { checkoutOf } from '../machine/state.ts'
import { isPaired, type WalletConnection } from '../wallet/wallet.ts'
import type { EffectContext } from './effect-context.ts'

/**
 * Reads the connected wallet's balance while the subscriber decides. The card shows before the press whether it is enough, and again
 * soon after a deposit. No wallet is prompted, and a failure is not reported.
 */
export class BalanceReader {
  readonly #context: EffectContext
  #readFor: WalletConnection | null = null
  #isReading = false

  constructor(context: EffectContext) {
    this.#context = context
  }

  /** After each change of the state: reads once for every account on the session's chain. */
  changed(): void {
    const connection = this.#connected()
    if (!connection || connection === this.#readFor) return
    this.#readFor = connection
    void this.#read()
  }

  /** Reads again while the balance matters. A paired wallet receives every request on its device, so it is not read again. */
  async refresh(): Promise<void> {
    const connection = this.#connected()
    if (connection && !isPaired(connection.walletId)) await this.#read()
  }

  /** Whether the last read balance is less than the deposit. */
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
    if (!session?.wallet || !connection || !token) return
    const balance = await session.wallet.then(wallet => wallet.balanceOf(token)).catch(() => null)
    if (balance === null || session.life.signal.aborted || this.#connected() !== connection) return
    this.#context.dispatch({ type: 'balance_read', balance })
  }

  /** The connection whose balance matters. A wallet on another chain would read the balance there. */
  #connected(): WalletConnection | null {
    const { state } = this.#context
    const decides =
      state.phase === 'reviewing' || (state.phase === 'error' && state.problem.code === 'insufficient_funds')
    if (!decides || state.checkout.chain === null) return null
    const { chain, connection } = state.checkout
    return connection?.chainId === chain.chain_id ? connection : null
  }
}
