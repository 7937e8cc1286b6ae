/**
 * The values that this program takes from the environment, because they must not appear in a process list. `main.js`
 * alone reads it.
 */
export type Environment = {
  /** `postgres://…`, for `--database-url`. */
  DATABASE_URL?: string | undefined
  /** Private keys of each mode's operators on real chains, separated by commas. The first is for new meters. */
  OPERATOR_KEY?: string | undefined
  LIVE_OPERATOR_KEY?: string | undefined
  /** Private key of the account that deploys payers' wallets in each mode. It is no operator, and holds only gas. */
  DEPLOYER_KEY?: string | undefined
  LIVE_DEPLOYER_KEY?: string | undefined
  /**
   * The keys that seal webhook signing secrets: 32 bytes in base64, and retiring keys behind a comma. Without it a key
   * is made in the data folder.
   */
  SECRETS_KEY?: string | undefined
  /** Guards `/metrics` outside local mode. */
  ADMIN_TOKEN?: string | undefined
}

export const ENVIRONMENT_HELP = `Environment:
  DATABASE_URL        as --database-url, but not to be seen in a process list
  OPERATOR_KEY        private key of the test mode's operator, for --rpc-url; to change it,
                      put the new one in front: NEW,OLD. The old one ends what it has
                      opened, and the start says when it may go
  LIVE_OPERATOR_KEY   the same for live mode, for --live-rpc-url
  DEPLOYER_KEY        private key of an account with nothing but gas, which deploys the
                      smart wallets of payers who have none yet (ERC-6492); without it
                      they deploy them themselves
  LIVE_DEPLOYER_KEY   the same for live mode
  SECRETS_KEY         32 bytes in base64 that seal webhook secrets, the same for all
                      processes on one database (default: made in --data); to change it,
                      put the new one in front: NEW,OLD
  ADMIN_TOKEN         opens /metrics outside local mode
`
