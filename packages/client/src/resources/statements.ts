import type { Hex, Statement } from '@per-second/protocol/types'
import { resourcePath } from '../request/path.ts'
import type { RequestFunction } from '../request/request.ts'
import type { RequestOptions } from '../request/request-options.ts'
import { settleBySigData } from './settle-by-sig-data.ts'

/** Whatever sends a transaction: viem's wallet client with an account and a chain, ethers' signer, or a few lines of your own. */
export type TransactionSender<Sent> = { sendTransaction(transaction: { to: Hex; data: Hex }): Promise<Sent> }

/** The operator's signed word of what meters have run: with it a merchant is paid although the service is gone. */
export type Statements = {
  /**
   * What a meter has run as of now. Keep the newest one of each meter where the service's end does not reach, say once an hour; a later one
   * covers an earlier one. Code `subscription_invalid_state` when the meter never opened, or is closed and paid.
   *
   * @example
   * const statement = await billing.statements.retrieve('sub_…')
   * await writeFile(`statements/${statement.meter}.json`, JSON.stringify(statement))
   */
  retrieve(subscription: string, options?: RequestOptions): Promise<Statement>
  /**
   * Brings a kept statement to the escrow, which pays the merchant up to `to_second`. Asks the service nothing; whoever sends it pays the
   * gas, with any key. Doing it again moves nothing.
   *
   * @param sender must be on the statement's `chain_id`
   * @returns what the sender returns
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
