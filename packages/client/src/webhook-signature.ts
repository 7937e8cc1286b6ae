import { WebhookVerificationError } from './webhook-error.ts'

const SECRET_PREFIX = 'whsec_'
const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' }

/** The content that Standard Webhooks 1.0 signs: id, timestamp and the body's own bytes. */
export function signedContent(id: string, timestamp: string, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const content = new Uint8Array(head.length + payload.length)
  content.set(head)
  content.set(payload, head.length)
  return content
}

/** A signature in base64. @throws {WebhookVerificationError} `webhook_secret_invalid` */
export async function sign(secret: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle, key } = await hmacKey(secret, 'sign')
  const signature = new Uint8Array(await subtle.sign(ALGORITHM, key, content))
  return btoa(String.fromCharCode(...signature))
}

/** Whether one of the signatures fits, compared in constant time. @throws {WebhookVerificationError} `webhook_secret_invalid` */
export async function isSigned(
  secret: string,
  content: Uint8Array<ArrayBuffer>,
  signatures: string[],
): Promise<boolean> {
  const { subtle, key } = await hmacKey(secret, 'verify')
  for (const signature of signatures) {
    const bytes = fromBase64(signature)
    if (bytes && (await subtle.verify(ALGORITHM, key, bytes, content))) return true
  }
  return false
}

/** The message never repeats the secret. */
async function hmacKey(
  secret: string,
  usage: 'sign' | 'verify',
): Promise<{ subtle: SubtleCrypto; key: CryptoKey }> {
  const isText = typeof secret === 'string'
  const bytes =
    isText && fromBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret)
  if (!bytes || bytes.length === 0) {
    throw new WebhookVerificationError(
      'webhook_secret_invalid',
      'The signing secret is not one: it begins with whsec_ and is shown when the endpoint is created.',
    )
  }
  const subtle = await webCrypto()
  return { subtle, key: await subtle.importKey('raw', bytes, ALGORITHM, false, [usage]) }
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0))
  } catch {
    return null
  }
}

async function webCrypto(): Promise<SubtleCrypto> {
  const crypto: Crypto | undefined = globalThis.crypto
  if (crypto) return crypto.subtle
  // Node 18 keeps it in a module, which bundles for other runtimes must not try to find.
  const name = ['node', 'crypto'].join(':')
  const { webcrypto } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name)
  return webcrypto.subtle
}
