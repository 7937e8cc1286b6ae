/**
 * The variables that the backend reads from its environment. A shop's tests often have them for the service that bills
 * the shop itself.
 */
const OF_A_SERVICE = new Set([
  'DATABASE_URL',
  'OPERATOR_KEY',
  'LIVE_OPERATOR_KEY',
  'DEPLOYER_KEY',
  'LIVE_DEPLOYER_KEY',
  'SECRETS_KEY',
  'ADMIN_TOKEN',
])

/** The environment of the tests without a database, keys or secrets of a service: a test must not reach those by accident. */
export function environmentOfItsOwn(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    // Windows knows names in any case.
    Object.entries(environment).filter(([name]) => !OF_A_SERVICE.has(name.toUpperCase())),
  )
}
