import { type DestinationStream, type Logger, pino } from 'pino'
import type { Mode } from '../domain/entities.ts'
import { scrub, secretsOfAddress, withoutSecrets } from '../observability/scrub.ts'
import type { ChainOptions } from '../options/chain-options.ts'

/** A shorter part of an address may be a word that the log itself uses. */
const SHORTEST_SOUGHT = 8

/** Lines that wait for room, in bytes. Later ones are dropped. */
const MOST_WAITING = 1_000_000

/**
 * The log of a service, or of a command beside one: JSON lines on stderr. Every finished line is searched for secrets
 * before it is written, so that no error of a library can carry one out. The keys of the operator's endpoints are in no
 * line either.
 */
export function openLog(
  {
    chains,
    logLevel,
  }: { chains: Record<Mode, Pick<ChainOptions, 'rpcUrl'> | null> | null; logLevel: string },
  destination: DestinationStream = standardError(),
): Logger {
  const endpoints = Object.values(chains ?? {}).flatMap(chain => chain?.rpcUrl ?? [])
  const keys = endpoints.flatMap(secretsOfAddress).filter(key => key.length >= SHORTEST_SOUGHT)
  const secrets = keys.toSorted((a, b) => b.length - a.length)
  const hooks = { streamWrite: (line: string) => withoutSecrets(scrub(line), secrets) }
  return pino({ level: logLevel, hooks }, destination)
}

/** A log whose disk is full loses lines. Without the listener it would end the service that it reports on. */
function standardError(): DestinationStream {
  return pino.destination({ dest: 2, sync: true, maxLength: MOST_WAITING }).on('error', () => {})
}
