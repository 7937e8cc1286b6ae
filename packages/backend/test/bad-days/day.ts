import type { Shop, World } from './world.ts'

/** The scene of a day: the crowd has most of the meters, and the neighbour must not be affected. */
export type Scene = { world: World; crowd: Shop; neighbour: Shop }

/** A day that operators have. */
export type BadDay = {
  /** The event, and the claim that must hold, in words. */
  what: string
  holds: string
  /**
   * Lets it happen, and leaves the processes running.
   *
   * @returns the observations, in words and figures
   * @throws {assert.AssertionError} when it does not hold
   */
  play(scene: Scene): Promise<string>
}
