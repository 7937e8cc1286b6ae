import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readSecretFile, writeSecretFile } from '../files/secret-file.ts'
import { OptionError } from '../options/option-error.ts'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
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
  const boxes = retiring.map(key => createSecretBox(key))
  const own = boxOf(current)
  return {
    seal: own.seal,
    open: (sealed, owner) => {
      try {
        return own.open(sealed, owner)
      } catch (error) {
        for (const box of boxes) if (box.isCurrent(sealed, owner)) return box.open(sealed, owner)
        throw error
      }
    },
    isCurrent: (sealed, owner) => {
      try {
        own.open(sealed, owner)
        return true
      } catch (error) {
        if (error instanceof SecretBoxError) return false
        throw error
      }
    },
    keysFor: purpose => [derived(current, purpose), ...retiring.map(key => derived(key, purpose))],
  }
}

function derived(key: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', purpose, KEY_BYTES))
}

function boxOf(key: Uint8Array): Pick<SecretBox, 'seal' | 'open'> {
  return {
    seal: (secret, owner) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed, 'base64')
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        return (
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        )
      } catch (cause) {
        throw new SecretBoxError('What is kept sealed does not open with this key.', { cause })
      }
    },
  }
}

/** The key kept in `file`, made at first use and readable by its owner only. Processes on one database need the same file. */
export function loadOrCreateBoxKey(file: string): Uint8Array {
  const stored = readSecretFile(file)
  if (stored === null) {
    const made = randomBytes(KEY_BYTES)
    writeSecretFile(file, `${made.toString('base64')}\n`)
    return made
  }
  const key = Buffer.from(stored.trim(), 'base64')
  if (key.length !== KEY_BYTES)
    throw new OptionError(
      `${file} is damaged: it does not hold a key of ${KEY_BYTES} bytes in base64. Put a copy of it back.`,
    )
  return key
}
