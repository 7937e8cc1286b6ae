import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listen } from './listen.ts'
import { announceOpenDemo, findOpenDemo } from './open-demo.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-demo-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('an open demo is found, for the owner only, and no more once it is closed', async () => {
  await using store = await listen((_, response) => response.end(), 0)
  const demo = { url: store.url, pid: process.pid }
  {
    using _word = announceOpenDemo(folder, demo)
    expect(await findOpenDemo(folder)).toEqual(demo)
    const [file = ''] = readdirSync(folder)
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  }
  expect(readdirSync(folder)).toEqual([])
  expect(await findOpenDemo(folder)).toBe(null)
})

test('a killed demo does not count as open', async () => {
  const closed = await listen((_, response) => response.end(), 0)
  await closed[Symbol.asyncDispose]()
  announceOpenDemo(folder, { url: closed.url, pid: process.pid })
  expect(await findOpenDemo(folder)).toBe(null)

  await using store = await listen((_, response) => response.end(), 0)
  const { pid } = spawnSync(process.execPath, ['--version'])
  announceOpenDemo(folder, { url: store.url, pid })
  expect(await findOpenDemo(folder)).toBe(null)
})

test.each(['', 'null', '{}', '{"url":"x","pid":1}', '{"url":"http://127.0.0.1","pid":-1}'])(
  'an unknown word is ignored: %s',
  async text => {
    writeFileSync(join(folder, 'open-demo.json'), text)
    expect(await findOpenDemo(folder)).toBe(null)
    expect(existsSync(folder)).toBe(true)
  },
)
