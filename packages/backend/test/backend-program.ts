import { join } from 'node:path'

/** The service's program: as it was built where that is of these very sources, which `npm test` sees to, else as it is written. */
export const BACKEND_PROGRAM = join(
  import.meta.dirname,
  process.env.PER_SECOND_BUILT ? '../dist/main.js' : '../src/main.js',
)

/** Node's arguments for it, before its own. */
export const BACKEND_COMMAND = ['--conditions=@per-second/source', BACKEND_PROGRAM] as const
