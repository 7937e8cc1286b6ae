import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Merchant, MODES, type Mode, type WebhookEndpoint } from '../domain/entities.ts'
import { OptionError } from '../options/option-error.ts'
import type { Storage } from '../storage/storage.ts'
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
    const stored = await tx.settings.get(SETTING)
    if (stored === null) await tx.settings.set(SETTING, own)
    return stored ?? own
  })
  try {
    box.open(sealed, SETTING)
    if (retiring.length === 0) return box
    const endpoints = await sealAgain(storage, box)
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

/**
 * Seals under the current key every secret under another key of the box, a merchant at a time. Repeating it is
 * harmless.
 *
 * @returns how many endpoints had such a secret
 * @throws {SecretBoxError} for a secret that no key opens
 */
async function sealAgain(storage: Storage, box: SecretBox): Promise<number> {
  const merchants = await storage.read(tx => tx.merchants.everyone())
  let changed = 0
  for (const merchant of merchants)
    for (const mode of MODES) changed += await sealOf(merchant, mode, storage, box)
  return changed
}

function sealOf({ id: merchantId }: Merchant, mode: Mode, storage: Storage, box: SecretBox): Promise<number> {
  return storage.unitOfWork(async tx => {
    const isOld = ({ id, secrets }: WebhookEndpoint) =>
      secrets.some(({ sealed }) => !box.isCurrent(sealed, id))
    const old = (await tx.webhookEndpoints.allOf({ merchantId, mode })).filter(isOld)
    for (const endpoint of old) {
      const secrets = endpoint.secrets.map(({ sealed, until }) => ({
        sealed: box.seal(box.open(sealed, endpoint.id), endpoint.id),
        until,
      }))
      await tx.webhookEndpoints.update({ ...endpoint, secrets })
    }
    return old.length
  })
}
