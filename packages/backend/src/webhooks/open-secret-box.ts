import { join } from 'node:path'
import type { Logger } from 'pino'
import { OptionError } from '../options/option-error.ts'
import type { Storage } from '../storage/storage.ts'
import { sealAnew } from './seal-anew.ts'
import { createSecretBox, loadOrCreateBoxKey, type SecretBox, SecretBoxError } from './secret-box.ts'

const FILE = 'webhooks.key'
const SETTING = 'webhooks.key_check'
const KNOWN = 'opens'

/**
 * The box of the given keys, or of a folder's own, checked against the box of the database's secrets: processes on one
 * database need the same keys. Secrets under a retiring key are sealed again.
 *
 * @param keys the current one first
 * @throws {OptionError} when none of them is the right one
 */
export async function openSecretBox(
  folder: string,
  storage: Storage,
  [current, ...retiring]: readonly Uint8Array[],
  log: Logger,
): Promise<SecretBox> {
  const box = createSecretBox(current ?? loadOrCreateBoxKey(join(folder, FILE)), retiring)
  const own = box.seal(KNOWN, SETTING)
  const sealed = await storage.unitOfWork(async tx => {
    const kept = await tx.settings.get(SETTING)
    if (kept === null) await tx.settings.set(SETTING, own)
    return kept ?? own
  })
  try {
    box.open(sealed, SETTING)
    if (retiring.length === 0) return box
    const endpoints = await sealAnew(storage, box)
    // Only now may a start with the current key alone succeed.
    await storage.unitOfWork(tx => tx.settings.set(SETTING, own))
    log.info({ endpoints }, 'every webhook secret is sealed under the first key of SECRETS_KEY')
    return box
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    throw new OptionError(
      `The webhook secrets of this database were sealed with another key. Give all its processes the same SECRETS_KEY: the first one's, or the content of its ${FILE}. To change it, put the new one in front: NEW,OLD.`,
      { cause: error },
    )
  }
}
