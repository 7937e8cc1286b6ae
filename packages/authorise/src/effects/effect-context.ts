import type { AuthoriseController } from '../controller.ts'
import { AuthoriseError } from '../errors/authorise-error.ts'
import type { Connection } from '../session-reader.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { SessionStore } from './session-store.ts'

/** The parts of the controller that effects use: the state and its events, the page, and the session. */
export type EffectContext = Pick<
  AuthoriseController,
  'state' | 'connection' | 'host' | 'ports' | 'session' | 'dispatch' | 'report' | 'complain'
>

/** The browser's store for a session. */
export function storeOf({ ports, host }: EffectContext, connection: Connection): SessionStore {
  const { keys, http } = connection
  connection.store ??= new SessionStore(ports, { keys, origin: http.origin, host })
  return connection.store
}

/** A session's wallet stack: loaded once, watched until the session ends. @throws {AuthoriseError} `module_unavailable` */
export function loadWallet(context: EffectContext, connection: Connection): Promise<Wallet> {
  connection.wallet ??= watchedWallet(context, connection)
  return connection.wallet
}

/** The time of the latest block, if a wallet is there to read it. */
export async function latestBlock({ wallet }: Connection): Promise<number | null> {
  return (await wallet)?.latestBlockTimestamp() ?? null
}

async function watchedWallet(context: EffectContext, connection: Connection): Promise<Wallet> {
  const { host, ports } = context
  const { signal } = connection.life
  try {
    const projectId = host.walletConnectProjectId
    const wallet = await ports.loadWallet({
      wagmiConfig: host.wagmiConfig,
      provider: host.provider,
      walletConnect: projectId ? { projectId } : undefined,
    })
    wallet.watch(change => context.dispatch({ type: 'wallet_changed', connection: change }))
    if (signal.aborted) wallet.release()
    signal.addEventListener('abort', () => wallet.release())
    return wallet
  } catch (cause) {
    // The next try may load the part that the network lost.
    connection.wallet = null
    throw new AuthoriseError('module_unavailable', 'The wallet part of the element could not be loaded.', {
      cause,
    })
  }
}
