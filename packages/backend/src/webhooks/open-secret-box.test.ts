import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { createWebhookEndpoint } from '../actions/webhook-endpoints.ts'
import type { WebhookEndpoint } from '../domain/entities.ts'
import { aMerchant, newId } from '../storage/entities.fixture.ts'
import type { Storage } from '../storage/storage.ts'
import { openTestStorage } from '../storage/test-storage.fixture.ts'
import { openSecretBox, type SecretBox } from './secret-box.ts'

const [OLD, NEW] = [1, 2].map(byte => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array]
const log = pino({ level: 'silent' })

let folder: string
let storage: Storage
beforeEach(async () => {
  const opened = await openTestStorage()
  ;({ folder, storage } = opened)
  return opened.remove
})

const open = (...keys: Uint8Array[]) => openSecretBox({ folder, storage, keys, log })
const refusal = { name: 'OptionError', message: expect.stringContaining('NEW,OLD') }

/** An endpoint with a current secret and a replaced one. */
async function anEndpoint(secrets: SecretBox) {
  const merchant = aMerchant()
  const scope = { merchantId: merchant.id, mode: 'live' as const }
  return storage.unitOfWork(async tx => {
    await tx.merchants.insert(merchant)
    const request = { url: 'https://shop.example/hooks' }
    const rules = { ports: null, secrets }
    const made = await createWebhookEndpoint({ tx, now: 1, newId, rules }, scope, request)
    const { endpoint } = made
    const replaced = { sealed: secrets.seal('whsec_old', endpoint.id), until: 9 }
    await tx.webhookEndpoints.update({ ...endpoint, secrets: [...endpoint.secrets, replaced] })
    return { id: endpoint.id, secret: made.secret }
  })
}

test('behaviour: a key is changed in two starts, and no secret is lost', async () => {
  const { id, secret } = await anEndpoint(await open(OLD))
  await expect(open(NEW)).rejects.toMatchObject(refusal)
  await open(NEW, OLD)
  await open(NEW, OLD)
  const box = await open(NEW)
  const { secrets } = (await storage.read(tx => tx.webhookEndpoints.get(id))) as WebhookEndpoint
  expect(secrets.map(({ sealed, until }) => [box.open(sealed, id), until])).toEqual([
    [secret, null],
    ['whsec_old', 9],
  ])
  await expect(open(OLD)).rejects.toMatchObject(refusal)
})

test('behaviour: a process that does not seal with the new key yet reads the secrets of others', async () => {
  const { id, secret } = await anEndpoint(await open(OLD))
  const waiting = await open(OLD, NEW)
  await open(NEW, OLD)
  const endpoint = (await storage.read(tx => tx.webhookEndpoints.get(id))) as WebhookEndpoint
  expect(waiting.open(endpoint.secrets[0]?.sealed ?? '', id)).toBe(secret)
})

test('behaviour: the key of a data folder is replaced like any other', async () => {
  const { id } = await anEndpoint(await open())
  const kept = Buffer.from(readFileSync(join(folder, 'webhooks.key'), 'utf8').trim(), 'base64')
  await open(NEW, kept)
  const endpoint = (await storage.read(tx => tx.webhookEndpoints.get(id))) as WebhookEndpoint
  expect((await open(NEW)).isCurrent(endpoint.secrets[0]?.sealed ?? '', id)).toBe(true)
})

test('error: a folder without the key of its database is given no other one', async () => {
  await anEndpoint(await open(OLD))
  await expect(open()).rejects.toMatchObject(refusal)
  expect(existsSync(join(folder, 'webhooks.key'))).toBe(false)
})
