import type { Mode } from '../domain/entities.ts'
import { OptionError } from '../options/option-error.ts'
import type { Storage } from '../storage/storage.ts'
import type { Indexer } from '../worker/indexer/indexer.ts'

/**
 * To a database that has never heard of a mode, every open meter there is one from after the backup.
 *
 * @throws {OptionError}
 */
export async function refuseStranger(
  mode: Mode,
  indexers: readonly Indexer[],
  storage: Storage,
): Promise<void> {
  if (indexers.length === 0) return
  const positions = await Promise.all(indexers.map(indexer => indexer.position()))
  if (Math.max(...positions) >= 0) return
  if ((await storage.read(tx => tx.subscriptions.notClosed(mode, '', 1))).length > 0) return
  const option = mode === 'test' ? '--rpc-url' : '--live-rpc-url'
  throw new OptionError(
    `The database has never read the escrow’s log of ${mode} mode and has no meter of it: --since would close all that the operator has opened there. Check --data and DATABASE_URL; if the service has not run on it in this mode, leave out ${option} and its like.`,
  )
}
