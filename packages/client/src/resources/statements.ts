import type { Hex, Statement } from '@per-second/protocol/types'
import { resourcePath } from '../request/path.ts'
import type { RequestFunction } from '../request/request.ts'
import type { RequestOptions } from '../request/request-options.ts'
import { settleBySigData } from './settle-by-sig-data.ts'

/**
 * Any sender of transactions: viem's wallet client with an account and a chain, ethers' signer, or a few lines of your
 * own.
 */
export type TransactionSender<Sent> = { sendTransaction(transaction: { to: Hex; data: Hex }): Promise<Sent> }

/**
 * The operator's signed statements of how long meters ran. With a statement a merchant is paid even when the service is
 * gone.
 */
export type Statements = {
  /**
   * The statement of a meter as of now. Keep the newest statement of each meter outside the service, and fetch it about
   * once an hour. A later statement covers an earlier one. Code `subscription_invalid_state` when the meter never
   * opened, or is closed and paid.
   *
   * @example
   * const statement = await billing.statements.retrieve('sub_…')
   * await writeFile(`statements/${statement.meter}.json`, JSON.stringify(statement))
   */
  retrieve(subscription: string, options?: RequestOptions): Promise<Statement>
  /**
   * Brings a kept statement to the escrow, which pays the merchant up to `to_second`. Sends no request to the service.
   * The sender pays the gas, with any key. A repeated submission moves no money.
   *
   * @param sender must be on the statement's `chain_id`
   * @returns the sender's own result
   *
   * @example
   * const wallet = createWalletClient({ account, chain, transport: http() })
   * await billing.statements.submit(JSON.parse(await readFile(file, 'utf8')), wallet)
   */
  submit<Sent>(statement: Statement, sender: TransactionSender<Sent>): Promise<Sent>
}

export function createStatements(request: RequestFunction): Statements {
  return {
    retrieve: (subscription, options) =>
      request<Statement>({
        method: 'GET',
        path: resourcePath('subscriptions', subscription, 'statement'),
        options,
      }),
    submit: async (statement, sender) =>
      sender.sendTransaction({ to: statement.escrow, data: settleBySigData(statement) }),
  }
}
