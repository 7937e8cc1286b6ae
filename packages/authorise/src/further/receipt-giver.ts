import type { AuthoriseController, Connection } from '../authorise-controller.ts'
import type { Checkout } from '../authorise-state.ts'
import type { PageActs } from '../page-acts.ts'
import type { ReceiptPart } from '../ports.ts'
import type { ReceiptTransactions } from '../receipt/receipt-file.ts'
import type { SessionAccess } from './session-access.ts'
import type { WalletHolder } from './wallet-holder.ts'

const UNKNOWN: ReceiptTransactions = { settlements: null, closing: null }

/** Gives the person the receipt of a meter that is over. */
export class ReceiptGiver {
  readonly #first: AuthoriseController
  readonly #access: SessionAccess
  readonly #wallet: WalletHolder
  readonly #acts: PageActs

  constructor(first: AuthoriseController, access: SessionAccess, wallet: WalletHolder, acts: PageActs) {
    this.#first = first
    this.#access = access
    this.#wallet = wallet
    this.#acts = acts
  }

  async give(): Promise<void> {
    const first = this.#first
    const { connection, state } = first
    if (!connection || state.phase !== 'complete' || !state.reading) return
    try {
      const { receiptFile, readTransactions } = await first.ports.loadReceipt()
      const known = await this.#transactionsOf(connection, state.checkout, readTransactions)
      if (connection.life.signal.aborted) return
      const { fileName, content } = receiptFile(state.checkout, state.reading.subscription, known)
      this.#acts.download(fileName, content)
    } catch {
      first.dispatch({ type: 'failed', problem: { code: 'service_unreachable' } })
    }
  }

  /** What became of the meter on chain, read through the wallet that signed; nobody is asked for anything. */
  async #transactionsOf(
    session: Connection,
    { chain, prepared, txHash, connection }: Checkout,
    read: ReceiptPart['readTransactions'],
  ): Promise<ReceiptTransactions> {
    if (!chain || !prepared || !txHash) return UNKNOWN
    const walletId = this.#access.store(session).kept()?.walletId ?? ''
    try {
      const wallet = await this.#wallet.load()
      // The page may be another one than the one that signed: its wallet is taken up again, without a prompt.
      if (!connection && !(await wallet.reconnect(walletId))) return UNKNOWN
      return await read(wallet, { chain, terms: prepared.terms, opening: txHash })
    } catch {
      return UNKNOWN
    }
  }
}
