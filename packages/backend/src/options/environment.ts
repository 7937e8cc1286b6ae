/** What this program takes from the environment: what must not appear in a process list. `main.ts` alone reads it. */
export type Environment = {
  /** `postgres://…`, for `--database-url`. */
  DATABASE_URL?: string | undefined
  /** Private keys of the operators, one a mode, for real chains. */
  OPERATOR_KEY?: string | undefined
  LIVE_OPERATOR_KEY?: string | undefined
  /** What webhook signing secrets are sealed with: 32 bytes in base64. Without it a key is made in the data folder. */
  SECRETS_KEY?: string | undefined
  /** Guards `/metrics` outside local mode. */
  ADMIN_TOKEN?: string | undefined
}

export const ENVIRONMENT_HELP = `Environment:
  DATABASE_URL        as --database-url, but not to be seen in a process list
  OPERATOR_KEY        private key of the test mode's operator, for --rpc-url
  LIVE_OPERATOR_KEY   private key of the live mode's operator, for --live-rpc-url
  SECRETS_KEY         32 bytes in base64 that seal webhook secrets, the same for all
                      processes on one database (default: made in --data)
  ADMIN_TOKEN         opens /metrics outside local mode
`
