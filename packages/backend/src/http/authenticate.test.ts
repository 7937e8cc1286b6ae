import { expect, test } from 'vitest'
import { startTestService } from '../../test/test-service.ts'
import { secretHash } from '../domain/secret-hash.ts'
import { authenticateAdmin } from './authenticate.ts'

test('behaviour: a key that is to be revoked later works until then, and from then on it does not', async () => {
  const service = await startTestService()
  const at = service.clock.now() + 3_600_000
  await service.storage.unitOfWork(async tx => {
    const key = await tx.apiKeys.get(secretHash(service.testKey))
    if (key) await tx.apiKeys.update({ ...key, revokedAt: at })
  })
  const codeNow = async () => (await service.request('GET', '/v1/products')).json.error?.code
  service.clock.moveTo(at - 1)
  expect(await codeNow()).toBeUndefined()
  service.clock.moveTo(at)
  expect(await codeNow()).toBe('api_key_revoked')
  await service.close()
})

test('error: without an admin token no token is the admin’s', () => {
  const config = { publicUrl: null, local: false, adminToken: null, rateLimit: null, webhookPorts: null }
  const codeOf = (secret: string | null) => {
    try {
      return authenticateAdmin(secret, { config })
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  expect([codeOf('null'), codeOf(''), codeOf(null)]).toEqual([
    'api_key_invalid',
    'api_key_invalid',
    'api_key_missing',
  ])
})
