import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { readRunOptions } from '../../options/run-options.ts'
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
