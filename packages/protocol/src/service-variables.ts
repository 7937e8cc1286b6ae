/** The variables of the environment that the service reads. Their values must not appear in a process list. */
export const SERVICE_VARIABLES = [
  'DATABASE_URL',
  'OPERATOR_KEY',
  'LIVE_OPERATOR_KEY',
  'DEPLOYER_KEY',
  'LIVE_DEPLOYER_KEY',
  'SECRETS_KEY',
  'ADMIN_TOKEN',
] as const

export type ServiceVariable = (typeof SERVICE_VARIABLES)[number]

/**
 * The environment for a service of a test or of the demo. The database, keys and secrets in the caller's environment
 * are of another service or program, and must not be reached by accident.
 */
export function environmentOfItsOwn<Value>(environment: Record<string, Value>): Record<string, Value> {
  const taken = new Set<string>(SERVICE_VARIABLES)
  return Object.fromEntries(
    // Windows knows names in any case.
    Object.entries(environment).filter(([name]) => !taken.has(name.toUpperCase())),
  )
}
