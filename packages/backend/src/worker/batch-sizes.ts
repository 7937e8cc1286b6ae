import type { ChainJob } from '../domain/entities.ts'

/**
 * How large a batch may be that a job is in. A batch that reverts says nothing of the one meter that spoilt it, so that it is looked for
 * in halves; what went well may be beside any number again.
 */
export class BatchSizes {
  readonly #most = new Map<string, number>()

  mostBeside({ id }: ChainJob): number {
    return this.#most.get(id) ?? Number.POSITIVE_INFINITY
  }

  halve(jobs: readonly ChainJob[]): void {
    const half = Math.ceil(jobs.length / 2)
    if (jobs.length > 1) for (const { id } of jobs) this.#most.set(id, half)
  }

  forget(jobs: readonly ChainJob[]): void {
    for (const { id } of jobs) this.#most.delete(id)
  }
}
