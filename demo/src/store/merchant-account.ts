import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AuthenticationError, type ClientOptions, createClient, type LocalMerchant } from '@per-second/client'
import { COMPANY } from '../page/company.ts'

export type MerchantAccount = Pick<LocalMerchant, 'id' | 'name' | 'test_key' | 'live_key'>

/**
 * The store's own merchant, so that subscribers see the store's name and colour. It is the one remembered in the
 * data folder as long as its key is valid, else a new one.
 *
 * @param service the local service, with its admin token and the key of any of its merchants
 */
export async function openMerchantAccount(
  dataFolder: string,
  service: Pick<ClientOptions, 'apiKey' | 'baseUrl' | 'adminToken'>,
): Promise<MerchantAccount> {
  const file = join(dataFolder, 'store.json')
  const known = readAccount(file)
  if (known && (await isGood(known, service.baseUrl))) return known
  const { id, name, test_key, live_key } = await createClient(service).testHelpers.merchants.create({
    name: COMPANY.name,
    accent: COMPANY.accent,
  })
  const account = { id, name, test_key, live_key }
  writeFileSync(file, `${JSON.stringify(account, null, 2)}\n`, { mode: 0o600 })
  return account
}

function readAccount(file: string): MerchantAccount | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

async function isGood(account: MerchantAccount, baseUrl: string): Promise<boolean> {
  try {
    await createClient({ apiKey: account.test_key, baseUrl }).products.list({ limit: 1 })
    return true
  } catch (error) {
    if (error instanceof AuthenticationError) return false
    throw error
  }
}
