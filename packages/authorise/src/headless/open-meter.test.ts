import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { fileStore } from './file-store.ts'
import { type OpenMeterOptions, openMeter, resumeMeter } from './open-meter.ts'

const OPTIONS: OpenMeterOptions = {
  session: 'cs_1m8hj25cv000pch3rjkqm6bvbk99c58qwa62yp',
  baseUrl: 'http://127.0.0.1:9',
  account: privateKeyToAccount(`0x${'1'.repeat(64)}`),
  email: 'agent@example.com',
  limits: { maxEscrowUsd: '1' },
}

test.each([
  ['email', undefined],
  ['email', 5],
  ['email', 'agent'],
  ['account', undefined],
  ['account', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  ['account', {}],
  ['store', 'meters'],
])('error: an option %s of %j', async (field, given) => {
  const opened = openMeter({ ...OPTIONS, [field]: given } as never)
  await expect(opened).rejects.toMatchObject({
    ...{ code: 'parameter_invalid', field, signed: null },
  })
})

test.each([
  ['maxDuration', 'Did you mean "maxDurationSeconds"?', { maxDuration: 60 }],
  [
    'limits.maxRateUsd',
    'Did you mean "maxRateUsdPerSecond"?',
    { limits: { maxEscrowUsd: '1', maxRateUsd: '0.000277' } },
  ],
  ['pins.payees', 'Did you mean "payee"?', { pins: { payees: [] } }],
])('error: an unknown %s would limit nothing', async (field, advice, given) => {
  const options = { ...OPTIONS, store: fileStore('never-made'), ...given }
  const calls = field.startsWith('limits') ? [openMeter] : [openMeter, resumeMeter]
  for (const call of calls)
    await expect(call(options as never)).rejects.toMatchObject({
      ...{ code: 'parameter_unknown', field, signed: null },
      message: expect.stringContaining(`"${field}" is not an option. ${advice}`),
    })
})

test.each([undefined, null, 'cs_1'])('error: options of %j', async options => {
  await expect(openMeter(options as never)).rejects.toMatchObject({ code: 'parameter_invalid', signed: null })
})

test('error: a store that cannot be written says why', async () => {
  const opened = openMeter({ ...OPTIONS, store: fileStore(import.meta.filename) })
  await expect(opened).rejects.toMatchObject({
    ...{ code: 'unexpected', signed: null, cause: { code: 'EEXIST' } },
    message: expect.stringContaining('The call failed: EEXIST'),
  })
})
