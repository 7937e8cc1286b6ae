import { type Logger, pino } from 'pino'
import { createLog } from '../observability/create-log.ts'
import type { RunOptions } from '../options/run-options.ts'

/** The log of a service, or of a command beside one, on stderr: it tells no endpoint's secrets. */
export function openLog({ chains, logLevel }: Pick<RunOptions, 'chains' | 'logLevel'>): Logger {
  const endpoints = Object.values(chains ?? {}).flatMap(chain => chain?.rpcUrl ?? [])
  return createLog(logLevel, pino.destination({ dest: 2, sync: true }), endpoints)
}
