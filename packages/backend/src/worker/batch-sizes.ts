import type { ChainJob } from '../domain/entities.ts'

/** In a batch of a hundred with one bad meter, quarters need as many requests as halves, in half as many steps. */
const PARTS = 4

/**
 * The largest batch that a job may be in. A reverted batch does not name the meter that spoilt it, so the search goes
 * on in quarters. After a success a job may be in a batch of any size again.
 */
export class BatchSizes {
  readonly #most = new Map<string, number>()

  mostBeside({ id }: ChainJob): number {
    return this.#most.get(id) ?? Number.POSITIVE_INFINITY
  }

  quarter(jobs: readonly ChainJob[]): void {
    const part = Math.ceil(jobs.length / PARTS)
    for (const { id } of jobs) this.#most.set(id, part)
  }

  forget(jobs: readonly ChainJob[]): void {
    for (const { id } of jobs) this.#most.delete(id)
  }
}
