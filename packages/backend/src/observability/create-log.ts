import { type DestinationStream, type Logger, pino } from 'pino'
import { secretsOfAddress } from './address-secrets.ts'
import { scrub, withoutSecrets } from './scrub.ts'

/** A shorter part of an address may be a word that the log itself uses. */
const SHORTEST_SOUGHT = 8

/**
 * The service's log: JSON lines. Every finished line is searched for secrets before it is written, so that no error of
 * a library can carry one out.
 *
 * @param addresses of the operator's endpoints, whose keys are in no line either
 */
export function createLog(
  level: string,
  destination: DestinationStream,
  addresses: readonly string[] = [],
): Logger {
  const keys = addresses.flatMap(secretsOfAddress).filter(key => key.length >= SHORTEST_SOUGHT)
  const secrets = keys.toSorted((a, b) => b.length - a.length)
  return pino({ level, hooks: { streamWrite: line => withoutSecrets(scrub(line), secrets) } }, destination)
}
