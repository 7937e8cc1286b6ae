import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AuthenticationError, createClient } from '@per-second/client'
import { DemoError } from '../errors/demo-error.ts'
import { COMPANY } from '../page/company.ts'

export type MerchantAccount = { id: string; name: string; test_key: string; live_key: string }

export type MerchantAccountOptions = {
  dataFolder: string
  billingUrl: string
  adminToken: string
}

/**
 * The store's own merchant, so that subscribers see the store's name and colour. It is the one remembered in the
 * data folder as long as its key is valid, else a new one.
 */
export async function openMerchantAccount(options: MerchantAccountOptions): Promise<MerchantAccount> {
  const { dataFolder, billingUrl } = options
  const file = join(dataFolder, 'store.json')
  const known = readAccount(file)
  if (known && (await isGood(known, billingUrl))) return known
  const account = await createAccount(options)
  mkdirSync(dataFolder, { recursive: true })
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

async function isGood(account: MerchantAccount, billingUrl: string): Promise<boolean> {
  try {
    await createClient({ apiKey: account.test_key, baseUrl: billingUrl }).products.list({ limit: 1 })
    return true
  } catch (error) {
    if (error instanceof AuthenticationError) return false
    throw error
  }
}

async function createAccount({ billingUrl, adminToken }: MerchantAccountOptions): Promise<MerchantAccount> {
  const response = await fetch(`${billingUrl}/_local/merchants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: COMPANY.name,
      accent: COMPANY.accent,
    }),
    signal: AbortSignal.timeout(20_000),
  }).catch(cause => {
    throw new DemoError('account_failed', 'The billing service did not answer.', { cause })
  })
  if (!response.ok) {
    throw new DemoError(
      'account_failed',
      `The billing service made no merchant: it answered ${response.status}.`,
    )
  }
  const { id, name, test_key, live_key } = await response.json()
  return { id, name, test_key, live_key }
}
