import { type Merchant, MODES, type Mode, type WebhookEndpoint } from '../domain/entities.ts'
import type { Storage } from '../storage/storage.ts'
import type { SecretBox } from './secret-box.ts'

/**
 * Seals under the current key every secret under another key of the box, a merchant at a time. Repeating it is
 * harmless.
 *
 * @returns how many endpoints had such a secret
 * @throws {SecretBoxError} for a secret that no key opens
 */
export async function sealAnew(storage: Storage, box: SecretBox): Promise<number> {
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
