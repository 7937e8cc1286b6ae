import type { Shop, World } from './world.ts'

/** Where a day is played: the crowd has most of the meters; to the neighbour nothing should happen. */
export type Scene = { world: World; crowd: Shop; neighbour: Shop }

/** A day that operators have. */
export type BadDay = {
  /** What happens, and what must hold, in words. */
  what: string
  holds: string
  /**
   * Lets it happen, and leaves the processes running.
   *
   * @returns what was seen, in words and figures
   * @throws {assert.AssertionError} when it does not hold
   */
  play(scene: Scene): Promise<string>
}
