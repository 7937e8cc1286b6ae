import type { ChainJob } from '../domain/entities.ts'

/** Of a batch of a hundred with one that spoils it, as many are asked for by quarters as by halves, in half as many steps. */
const PARTS = 4

/**
 * How large a batch may be that a job is in. A batch that reverts says nothing of the one meter that spoilt it, so that it is looked for
 * in quarters; what went well may be beside any number again.
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
