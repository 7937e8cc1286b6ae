import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createIds } from '../domain/id.ts'
import { OptionError } from '../options/option-error.ts'
import type { Storage } from '../storage/storage.ts'
import { openTestStorage } from '../storage/test-storage.fixture.ts'
import { loadOrCreateLocalSetup } from './local-setup.ts'

let folder: string
let storage: Storage
beforeEach(async () => {
  const opened = await openTestStorage()
  ;({ folder, storage } = opened)
  return opened.remove
})

const load = () => loadOrCreateLocalSetup({ folder, storage, newId: createIds(Date.now), now: 1 })

test('default: made once, and found again', async () => {
  const made = await load()
  expect(await load()).toEqual(made)
})

test.each(['', '{}', '[]', 'null', '{"merchant":null,"admin_token":"secret"}', '{"merchant":{"id":"secret'])(
  'error: a damaged file is named, neither replaced nor repeated: %s',
  async text => {
    const file = join(folder, 'local.json')
    writeFileSync(file, text)
    await expect(load()).rejects.toThrow(
      new OptionError(
        `${file} is damaged. Put a copy of it back; or delete it, and the start makes another merchant and another admin token.`,
      ),
    )
    expect(readFileSync(file, 'utf8')).toBe(text)
  },
)
