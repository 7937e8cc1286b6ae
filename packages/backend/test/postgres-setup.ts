import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's PostgreSQL server. */
    postgres: string
  }
}

/** One PostgreSQL for the whole run. Where it cannot be had, the run fails and says why. */
// biome-ignore lint/style/noDefaultExport: vitest asks for one
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  project.provide('postgres', server.address)
  return server.stop
}
