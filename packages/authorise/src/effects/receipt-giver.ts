import type { Hex, Subscription } from '@per-second/protocol/types'
import type { PageActs } from '../dom/page-acts.ts'
import { recordOf } from '../machine/signature-lock.ts'
import type { Checkout } from '../machine/state.ts'
import type { ReceiptPart } from '../ports.ts'
import type { Text } from '../text/text.ts'
import { type EffectContext, loadWallet } from './effect-context.ts'

/** Gives the subscriber the receipt of an ended meter. */
export class ReceiptGiver {
  readonly #context: EffectContext
  readonly #acts: PageActs

  constructor(context: EffectContext, acts: PageActs) {
    this.#context = context
    this.#acts = acts
  }

  /** The proof: a file with every figure and the signed terms, which can be verified. Only the browser that signed has them. */
  async download(): Promise<void> {
    await this.#with(({ receiptOf }, { checkout, subscription, closing }) => {
      const { session, chain } = checkout
      const record = recordOf(checkout)
      if (!record || !chain) return
      const receipt = receiptOf({ session, subscription, record, chain, closing })
      this.#acts.download(`receipt-${subscription.id}.json`, `${JSON.stringify(receipt, null, 2)}\n`)
    })
  }

  /** The same figures on paper, for people. */
  async print(text: Text, place: Node, exitHref: string | null): Promise<void> {
    await this.#with(({ receiptRows, printReceipt }, sources) => {
      const { merchant, product, livemode } = sources.checkout.session
      // The title marks test money, so that the receipt cannot pass for real money.
      const title = [merchant.name, product.name, ...(livemode ? [] : [text.testMode])].join(' · ')
      printReceipt({ title, text, place, rows: receiptRows(sources, text, exitHref) })
    })
  }

  async #with(
    make: (
      part: ReceiptPart,
      sources: { checkout: Checkout; subscription: Subscription; closing: Hex | null },
    ) => void,
  ): Promise<void> {
    const context = this.#context
    const { connection, state } = context
    if (!connection || state.phase !== 'complete' || !state.reading) return
    try {
      const part = await context.ports.loadReceipt()
      const { checkout, reading } = state
      const closing = await this.#closingOf(checkout, part.readClosing)
      if (!connection.life.signal.aborted)
        make(part, { checkout, subscription: reading.subscription, closing })
    } catch (cause) {
      context.dispatch({ type: 'failed', problem: { code: 'module_unavailable', cause } })
    }
  }

  /** The transaction of the meter's end, read through the wallet that signed, without a prompt. */
  async #closingOf(checkout: Checkout, read: ReceiptPart['readClosing']): Promise<Hex | null> {
    const { chain, connection } = checkout
    const { connection: session } = this.#context
    const lock = recordOf(checkout)
    if (!session || !chain || !lock?.txHash) return null
    try {
      const wallet = await loadWallet(this.#context, session)
      // The signing page may be gone. Its wallet is then resumed without a prompt.
      if (!connection && !(await wallet.reconnect(lock.walletId))) return null
      return await read(wallet, { chain, terms: lock.terms, opening: lock.txHash })
    } catch {
      return null
    }
  }
}
