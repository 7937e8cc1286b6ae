import type { UnixMillis } from '@per-second/protocol/time'

/** Where every instant comes from. Nothing in `domain/` or `worker/` asks the machine for the time. */
export type Clock = { now(): UnixMillis }
