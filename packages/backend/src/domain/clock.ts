import type { UnixMillis } from '@per-second/protocol/time'

/** The source of every instant. No code in `domain/` or `worker/` reads the machine's time. */
export type Clock = { now(): UnixMillis }
