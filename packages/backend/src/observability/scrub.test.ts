import { expect, it } from 'vitest'
import { scrub, secretsOfAddress, withoutSecrets } from './scrub.ts'

it.each([
  ['sk_test_q2w3e4r5', 'sk_test_q2w3e4r5'],
  ['"key":"sk_live_abc123"', 'sk_live_abc123'],
  ['{"authorization":"Bearer abc.def-123"}', 'abc.def-123'],
  ['token ct_0123456789abcdef', 'ct_0123456789abcdef'],
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw+/=', 'ILPZIo2LaLaSw+/='],
  ['admin_7h6g5f4d', 'admin_7h6g5f4d'],
  [`0x${'5b'.repeat(65)}`, '5b5b5b'],
  [`raw 0x02f8${'ab'.repeat(200)}`, 'abab'],
  ['customer ada.lovelace+gpu@mail.example.com signed in', 'ada'],
  ['https://eth.provider.example/v2/S3cr3tProviderKey', 'S3cr3tProviderKey'],
  ['https://user:pass@rpc.example/', 'pass'],
  ['https://rpc.example/?apikey=S3cr3t', 'S3cr3t'],
  ['https://rpc.example?apikey=S3cr3t', 'S3cr3t'],
  ['https://rpc.example#S3cr3t', 'S3cr3t'],
  ['HTTPS://rpc.example/S3cr3t', 'S3cr3t'],
  ['wss://rpc.example/S3cr3t', 'S3cr3t'],
  ['postgres://billing:S3cr3t@db/billing', 'S3cr3t'],
  // Where a line of a message begins, in the JSON of a log.
  [JSON.stringify({ msg: 'Refused:\nsk_live_abc123' }), 'abc123'],
  [JSON.stringify({ msg: 'Refused:\tadmin_7h6g5f4d' }), '7h6g5f4d'],
  [JSON.stringify({ msg: 'Refused:\nBearer abc.def-123' }), 'abc.def-123'],
  [JSON.stringify({ msg: `Refused:\n0x${'5b'.repeat(65)}` }), '5b5b5b'],
  [JSON.stringify({ msg: 'Refused:\nhttps://user:pass@rpc.example/' }), 'pass'],
  [JSON.stringify({ msg: 'Refused:\nhttps://rpc.example/S3cr3t' }), 'S3cr3t'],
])('%s loses its secret', (line, secret) => {
  expect(scrub(line)).not.toContain(secret)
  expect(scrub(line)).toContain('[redacted]')
})

it.each([
  '{"level":30,"requestId":"req_1m7wk50tv000hhpb26xf39h63fx7sff62v0s0t","route":"/v1/products/{id}","status":200}',
  `{"hash":"0x${'ab'.repeat(32)}","wallet":"0x${'cd'.repeat(20)}"}`,
  '{"err":{"stack":"Error: no\\n    at file:///srv/app/main.ts:1:2"}}',
  'http://127.0.0.1:4243',
  '{"msg":"product_1 and subscription_object_2"}',
])('%s stays as it is', line => {
  expect(scrub(line)).toBe(line)
})

it.each(['a.key+with(signs)', '[^$|{}*?\\]'])(
  'a text with special characters, like %s, is searched as it is written',
  secret => {
    expect(withoutSecrets(`it is ${secret}.`, [secret])).toBe('it is [redacted].')
    expect(withoutSecrets('a-key+with(signs)', [secret])).toBe('a-key+with(signs)')
  },
)

it.each([
  ['https://eth.provider.example/v2/S3cr3tProviderKey', ['S3cr3tProviderKey']],
  ['https://rpc.example/ext/bc/C/rpc', []],
  ['https://rpc.example/?apikey=S3cr3t&net=main', ['S3cr3t', 'main']],
  ['https://rpc.example/?S3cr3t', ['S3cr3t']],
  ['https://me:pw@rpc.example/long-enough/longer-than-that', ['longer-than-that', 'long-enough', 'me', 'pw']],
  ['https://rpc.example/a%20k%2Fey?t=b%2Bcd', ['a%20k%2Fey', 'a k/ey', 'b%2Bcd', 'b+cd']],
  ['https://rpc.example/half%encoded', ['half%encoded']],
  ['https://rpc.example/a.key+with(signs)', ['a.key+with(signs)']],
  ['https://rpc.example', []],
])('%s may hold %j', (address, secrets) => {
  expect(secretsOfAddress(address)).toEqual(secrets)
})
