import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newSigningSecret, signDelivery } from './sign-delivery.ts'

const payload = '{"name":"Zoë 💠"}'
const timestamp = Math.floor(Date.now() / 1000)

test('default: the stock library verifies, with the secret and with a replaced one', () => {
  const [current, replaced, other] = [newSigningSecret(), newSigningSecret(), newSigningSecret()]
  const headers = signDelivery({ id: 'evt_1', timestamp, payload }, [current, replaced])
  expect(headers).toMatchObject({ 'webhook-id': 'evt_1', 'webhook-timestamp': String(timestamp) })
  for (const secret of [current, replaced]) {
    expect(new Webhook(secret).verify(payload, headers)).toEqual({ name: 'Zoë 💠' })
  }
  expect(() => new Webhook(other).verify(payload, headers)).toThrow('No matching signature')
  expect(() => new Webhook(current).verify(`${payload} `, headers)).toThrow('No matching signature')
})

test('behaviour: a secret is 32 random bytes in base64', () => {
  const secret = newSigningSecret()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(newSigningSecret()).not.toBe(secret)
})
