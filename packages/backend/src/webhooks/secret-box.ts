import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { MODES, type Scope, type WebhookEndpoint } from '../domain/entities.ts'
import { readSecretFile, writeSecretFile } from '../files/secret-file.ts'
import { OptionError } from '../options/option-error.ts'
import { bytesOfKey, KEY_BYTES } from '../options/parse-value.ts'
import type { Storage } from '../storage/storage.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Keeps secrets that must be used again, and so cannot be hashed. A reader of only the database learns none of them.
 * `owner` is sealed in: a secret moved to another row does not open there.
 */
export type SecretBox = {
  seal(secret: string, owner: string): string
  /** @throws {SecretBoxError} */
  open(sealed: string, owner: string): string
  /** Whether it was sealed under the current key, for this owner. */
  isCurrent(sealed: string, owner: string): boolean
  /** Keys of their own for another purpose, the same in every process that has this box's keys: one of each, the current one first. */
  keysFor(purpose: string): readonly [Uint8Array, ...Uint8Array[]]
}

/** A secret that does not open: sealed with another key, or for another owner. The message repeats none of it. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError'
  readonly code = 'secret_unreadable'
}

/**
 * @param current the key that seals from now on
 * @param retiring keys that only open earlier secrets
 */
export function createSecretBox(current: Uint8Array, retiring: readonly Uint8Array[] = []): SecretBox {
  const keys = [current, ...retiring]
  return {
    seal: (secret, owner) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, current, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open: (sealed, owner) => {
      for (const key of keys) {
        const secret = openedBy(key, sealed, owner)
        if (secret !== null) return secret
      }
      throw new SecretBoxError('What is kept sealed does not open with this key.')
    },
    isCurrent: (sealed, owner) => openedBy(current, sealed, owner) !== null,
    keysFor: purpose => [derived(current, purpose), ...retiring.map(key => derived(key, purpose))],
  }
}

function derived(key: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', purpose, KEY_BYTES))
}

/** Null for a text that was not sealed under this key, for this owner. */
function openedBy(key: Uint8Array, sealed: string, owner: string): string | null {
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return (
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    )
  } catch {
    return null
  }
}

/** The key kept in `file`, made at first use and readable by its owner only. Processes on one database need the same file. */
export function loadOrCreateBoxKey(file: string): Uint8Array {
  const stored = readBoxKey(file)
  if (stored !== null) return stored
  const made = randomBytes(KEY_BYTES)
  writeSecretFile(file, `${made.toString('base64')}\n`)
  return made
}

function readBoxKey(file: string): Uint8Array | null {
  const stored = readSecretFile(file)
  if (stored === null) return null
  const key = bytesOfKey(stored.trim())
  if (key === null)
    throw new OptionError(
      `${file} is damaged: it does not hold a key of ${KEY_BYTES} bytes in base64. Put a copy of it back.`,
    )
  return key
}

const FILE = 'webhooks.key'
const SETTING = 'webhooks.key_check'
const KNOWN = 'opens'

type BoxParameters = { folder: string; storage: Storage; keys: readonly Uint8Array[] }

/**
 * Tries the given keys, or the folder's own, on the database's secrets, and changes nothing. Before the first start there
 * are none.
 *
 * @throws {OptionError} when none of them is the right one
 */
export async function refuseWrongKey({ folder, storage, keys }: BoxParameters): Promise<void> {
  const sealed = await storage.read(tx => tx.settings.get(SETTING))
  if (sealed === null) return
  const [current = readBoxKey(join(folder, FILE)), ...retiring] = keys
  if (![current, ...retiring].some(key => key && openedBy(key, sealed, SETTING) !== null)) throw wrongKey()
}

/**
 * The box of the given keys, or of a folder's own, checked against the box of the database's secrets: processes on one
 * database need the same keys. Secrets under a retiring key are sealed again.
 *
 * @param parameters.keys the current one first
 * @throws {OptionError} when none of them is the right one
 */
export async function openSecretBox(parameters: BoxParameters & { log: Logger }): Promise<SecretBox> {
  // Before a key is made, which would open no secret of this database, and would look like its own from then on.
  await refuseWrongKey(parameters)
  const { folder, storage, log } = parameters
  const [current = loadOrCreateBoxKey(join(folder, FILE)), ...retiring] = parameters.keys
  const box = createSecretBox(current, retiring)
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
    throw wrongKey(error)
  }
}

function wrongKey(cause?: SecretBoxError): OptionError {
  return new OptionError(
    `The webhook secrets of this database were sealed with another key. Give all its processes the same SECRETS_KEY: the first one's, or the content of its ${FILE}. To change it, put the new one in front: NEW,OLD.`,
    { cause },
  )
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
  for (const { id: merchantId } of merchants)
    for (const mode of MODES) changed += await sealOf({ merchantId, mode }, storage, box)
  return changed
}

function sealOf(scope: Scope, storage: Storage, box: SecretBox): Promise<number> {
  return storage.unitOfWork(async tx => {
    const isOld = ({ id, secrets }: WebhookEndpoint) =>
      secrets.some(({ sealed }) => !box.isCurrent(sealed, id))
    const old = (await tx.webhookEndpoints.allOf(scope)).filter(isOld)
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
