import { type DestinationStream, type Logger, pino } from 'pino'
import { scrub } from './scrub.ts'

/**
 * The service's log: JSON lines. Whatever is logged, the finished line is searched for secrets before it is written, so that no
 * error of a library can carry one out.
 */
export function createLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, hooks: { streamWrite: scrub } }, destination)
}
