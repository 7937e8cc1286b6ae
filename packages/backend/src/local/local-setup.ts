import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { checksumAddress } from '@per-second/protocol/keccak'
import type { UnixMillis } from '@per-second/protocol/time'
import type { Address } from '@per-second/protocol/types'
import { createMerchant } from '../actions/merchants.ts'
import { type IdPrefix, random } from '../domain/id.ts'
import { readSecretFile, writeSecretFile } from '../files/secret-file.ts'
import type { Storage } from '../storage/storage.ts'

/** What a local backend hands to the person who started it; the same at every start on one folder. */
export type LocalSetup = {
  merchant: { id: string; name: string; test_key: string; live_key: string }
  admin_token: string
}

/**
 * The first merchant and the admin token of a data folder, made at the first start. The keys are kept in a file for the owner's
 * eyes only, because the database holds nothing but their hashes.
 */
export async function loadOrCreateLocalSetup(parameters: {
  folder: string
  storage: Storage
  newId: (prefix: IdPrefix) => string
  now: UnixMillis
}): Promise<LocalSetup> {
  const { folder, storage, newId, now } = parameters
  const file = join(folder, 'local.json')
  const kept = readSecretFile(file)
  if (kept !== null) {
    const setup = JSON.parse(kept) as LocalSetup
    if (await storage.read(tx => tx.merchants.get(setup.merchant.id))) return setup
  }
  const payoutAddress = randomAddress()
  const name = 'Local merchant'
  const { merchant, testKey, liveKey } = await storage.unitOfWork(tx =>
    createMerchant(
      { tx, now, newId },
      { name, logoUrl: null, accent: null, supportUrl: null, payoutAddress },
    ),
  )
  const setup: LocalSetup = {
    merchant: { id: merchant.id, name, test_key: testKey, live_key: liveKey },
    admin_token: `admin_${random(40)}`,
  }
  writeSecretFile(file, `${JSON.stringify(setup, null, 2)}\n`)
  return setup
}

/** An address nobody holds the key of, checksummed: where a local merchant's test money goes. */
function randomAddress(): Address {
  return checksumAddress(`0x${randomBytes(20).toString('hex')}`)
}
