import { ApiError } from '../domain/api-error.ts'
import type { Mode } from '../domain/entities.ts'
import type { Transaction } from '../storage/storage.ts'

type Settings = Pick<Transaction, 'settings'>

const settingOf = (mode: Mode) => `escrow_short.${mode}`

/** Whether the escrow had less than its open meters need when its balance was last compared with the ledger. */
export async function isEscrowShort({ settings }: Settings, mode: Mode): Promise<boolean> {
  return (await settings.get(settingOf(mode))) === 'yes'
}

/** Keeps it for every process and the next start. */
export async function keepEscrowShort({ settings }: Settings, mode: Mode, isShort: boolean): Promise<void> {
  await settings.set(settingOf(mode), isShort ? 'yes' : 'no')
}

/**
 * Refuses openings while the escrow is short: a new deposit would be paid out to others (docs/money.md, rule 74).
 *
 * @throws {ApiError} `chain_unavailable`
 */
export async function refuseWhileEscrowIsShort(tx: Settings, mode: Mode): Promise<void> {
  if (!(await isEscrowShort(tx, mode))) return
  throw new ApiError(
    'chain_unavailable',
    'New checkouts are suspended: the escrow holds less than its open meters need. Nothing was charged. Try again later.',
  )
}
