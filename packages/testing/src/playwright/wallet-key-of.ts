import { createHash } from 'node:crypto'
import type { Hex } from '@per-second/protocol/types'

/** The part of Playwright's `TestInfo` that identifies a test. */
export type TestIdentity = {
  titlePath: readonly string[]
  project: { name: string }
  repeatEachIndex: number
  retry: number
}

/** The key of a test's wallet: the same in every run. A repetition is another test, because the wallet has paid in the one before. */
export function walletKeyOf({ titlePath, project, repeatEachIndex, retry }: TestIdentity): Hex {
  const name = JSON.stringify([project.name, ...titlePath, repeatEachIndex, retry])
  return `0x${createHash('sha256').update(name).digest('hex')}`
}
