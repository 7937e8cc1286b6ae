import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { readRunOptions } from '../../options/run-options.ts'
import { newId } from '../../storage/entities.fixture.ts'
import type { Storage } from '../../storage/storage.ts'
import { openTestStorage } from '../../storage/test-storage.fixture.ts'
import { openSecretBox } from '../../webhooks/secret-box.ts'
import { examine } from './examine.ts'

const log = pino({ level: 'silent' })
const [RIGHT, WRONG] = [1, 2].map(byte => Buffer.alloc(32, byte)) as [Buffer, Buffer]

let folder: string
let storage: Storage
beforeEach(async () => {
  const opened = await openTestStorage()
  ;({ folder, storage } = opened)
  return opened.remove
})

/** The finding about the key of webhook secrets, with these keys in the environment. */
async function finding(...keys: Buffer[]) {
  const SECRETS_KEY = keys.map(key => key.toString('base64')).join()
  const findings = await examine(readRunOptions({ data: folder }, { SECRETS_KEY }), log)
  return findings.find(({ check }) => check === 'webhook key')
}

test('default: before the first start there is nothing that a key must open, and none is made', async () => {
  const before = readdirSync(folder)
  expect(await finding()).toMatchObject({ state: 'ok' })
  expect(readdirSync(folder)).toEqual(before)
})

test('behaviour: the key of webhook secrets is tried as a start tries it', async () => {
  await openSecretBox({ folder, storage, keys: [RIGHT], log })
  expect(await finding(RIGHT)).toMatchObject({ state: 'ok' })
  expect(await finding(WRONG, RIGHT)).toMatchObject({ state: 'ok' })
  const failure = { state: 'failure', todo: expect.stringContaining('NEW,OLD') }
  expect([await finding(WRONG), await finding()]).toMatchObject([failure, failure])
  const file = join(folder, 'webhooks.key')
  writeFileSync(file, RIGHT.toString('base64'))
  expect(await finding()).toMatchObject({ state: 'ok' })
  writeFileSync(file, 'short')
  expect(await finding()).toMatchObject({ state: 'failure', todo: expect.stringContaining('is damaged') })
})

test('behaviour: deliveries due for over five minutes are counted, and younger ones are not', async () => {
  const chain = { rpcUrl: ['http://127.0.0.1:1'], chainId: '5000' }
  const options = readRunOptions({ data: folder, ...chain }, { OPERATOR_KEY: `0x${'17'.repeat(32)}` })
  const webhooks = async () => (await examine(options, log)).find(({ check }) => check === 'webhooks')?.found
  const leave = (secondsDue: number) =>
    storage.unitOfWork(tx =>
      tx.deliveries.insert({
        ...{ id: newId('dlv_'), endpointId: newId('we_'), eventId: newId('evt_'), status: 'pending' },
        ...{ attempts: 0, lastStatus: null, lastFailure: null, created: 1 },
        dueAt: Date.now() - secondsDue * 1_000,
      }),
    )
  await leave(240)
  expect(await webhooks()).toBe('none waits')
  await leave(360)
  expect(await webhooks()).toBe('1 deliveries have been due for over five minutes')
})
