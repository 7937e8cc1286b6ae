import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { type OpenMeterOptions, openMeter } from './open-meter.ts'

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
])('error: an option %s of %j', async (field, given) => {
  const opened = openMeter({ ...OPTIONS, [field]: given } as never)
  await expect(opened).rejects.toMatchObject({
    ...{ code: 'parameter_invalid', field, signed: null },
  })
})
