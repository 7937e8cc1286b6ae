import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { checksumAddress } from '@per-second/protocol/keccak'
import type { UnixMillis } from '@per-second/protocol/time'
import type { Address } from '@per-second/protocol/types'
import { createMerchant } from '../actions/merchants.ts'
import { type IdPrefix, random } from '../domain/id.ts'
import { parseJson } from '../files/parse-json.ts'
import { readSecretFile, writeSecretFile } from '../files/secret-file.ts'
import { OptionError } from '../options/option-error.ts'
import type { Storage } from '../storage/storage.ts'

/** The values that a local backend gives to the person who started it, the same at every start on one folder. */
export type LocalSetup = {
  merchant: { id: string; name: string; test_key: string; live_key: string }
  admin_token: string
}

/**
 * The first merchant and the admin token of a data folder, made at the first start. The keys are kept in a file for the
 * owner only, because the database holds only their hashes.
 *
 * @throws {OptionError} for a file that holds anything else
 */
export async function loadOrCreateLocalSetup(parameters: {
  folder: string
  storage: Storage
  newId: (prefix: IdPrefix) => string
  now: UnixMillis
}): Promise<LocalSetup> {
  const { folder, storage, newId, now } = parameters
  const file = join(folder, 'local.json')
  const stored = readSecretFile(file)
  if (stored !== null) {
    const setup = parseJson(stored)
    if (!isSetup(setup))
      throw new OptionError(
        `${file} is damaged. Put a copy of it back; or delete it, and the start makes another merchant and another admin token.`,
      )
    if (await storage.read(tx => tx.merchants.get(setup.merchant.id))) return setup
  }
  const payoutAddress = randomAddress()
  const name = 'Local merchant'
  const { merchant, testKey, liveKey } = await storage.unitOfWork(tx =>
    createMerchant({ tx, now, newId }, { name, payoutAddress }),
  )
  const setup: LocalSetup = {
    merchant: { id: merchant.id, name, test_key: testKey, live_key: liveKey },
    admin_token: `admin_${random(40)}`,
  }
  writeSecretFile(file, `${JSON.stringify(setup, null, 2)}\n`)
  return setup
}

function isSetup(value: unknown): value is LocalSetup {
  const { merchant, admin_token } = (value ?? {}) as Partial<LocalSetup>
  const { id, name, test_key, live_key } = merchant ?? {}
  return [id, name, test_key, live_key, admin_token].every(each => typeof each === 'string')
}

/** A checksummed address without a known key, for a local merchant's test money. */
function randomAddress(): Address {
  return checksumAddress(`0x${randomBytes(20).toString('hex')}`)
}
