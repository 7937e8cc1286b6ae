import { AuthoriseError } from '../errors/authorise-error.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { EffectContext } from './effect-context.ts'

/** The session's wallet stack: loaded once, watched until the session ends. */
export class WalletHolder {
  readonly #context: EffectContext
  #wallet: Promise<Wallet> | null = null

  constructor(context: EffectContext) {
    this.#context = context
  }

  /** The wallet stack if it was already requested. The getter loads nothing. */
  get loaded(): Promise<Wallet> | null {
    return this.#wallet
  }

  load(): Promise<Wallet> {
    this.#wallet ??= this.#watched()
    return this.#wallet
  }

  /** The time of the latest block, if a wallet is there to read it. */
  readonly latestBlock = async (): Promise<number | null> =>
    (await this.#wallet)?.latestBlockTimestamp() ?? null

  disconnect(): void {
    this.#wallet?.then(wallet => wallet.disconnect()).catch(() => undefined)
  }

  /** Releases it: the next session loads its own. */
  end(): void {
    this.#wallet?.then(wallet => wallet.release()).catch(() => undefined)
    this.#wallet = null
  }

  async #watched(): Promise<Wallet> {
    const { host, ports, connection } = this.#context
    try {
      const projectId = host.walletConnectProjectId
      const wallet = await ports.loadWallet({
        wagmiConfig: host.wagmiConfig,
        provider: host.provider,
        walletConnect: projectId ? { projectId } : undefined,
      })
      wallet.watch(change => {
        if (this.#context.connection === connection) {
          this.#context.dispatch({ type: 'wallet_changed', connection: change })
        }
      })
      return wallet
    } catch (cause) {
      // The next try may load the part that the network lost.
      this.#wallet = null
      throw new AuthoriseError('module_unavailable', 'The wallet part of the element could not be loaded.', {
        cause,
      })
    }
  }
}
