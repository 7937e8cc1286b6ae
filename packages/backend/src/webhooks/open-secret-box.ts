import { join } from 'node:path'
import { OptionError } from '../options/option-error.ts'
import type { Storage } from '../storage/storage.ts'
import { createSecretBox, loadOrCreateBoxKey, type SecretBox, SecretBoxError } from './secret-box.ts'

const FILE = 'webhooks.key'
const SETTING = 'webhooks.key_check'
const KNOWN = 'opens'

/**
 * The box of the given key, or of a folder's own, compared with the one the database's secrets were sealed in: processes on one
 * database need the same key.
 *
 * @throws {OptionError} when it is another one
 */
export async function openSecretBox(
  folder: string,
  storage: Storage,
  key: Uint8Array | null,
): Promise<SecretBox> {
  const box = createSecretBox(key ?? loadOrCreateBoxKey(join(folder, FILE)))
  const sealed = await storage.unitOfWork(async tx => {
    const kept = await tx.settings.get(SETTING)
    if (kept === null) await tx.settings.set(SETTING, box.seal(KNOWN, SETTING))
    return kept
  })
  try {
    if (sealed !== null) box.open(sealed, SETTING)
    return box
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    throw new OptionError(
      `The webhook secrets of this database were sealed with another key. Give all its processes the same SECRETS_KEY: the first one's, or the content of its ${FILE}.`,
      { cause: error },
    )
  }
}
