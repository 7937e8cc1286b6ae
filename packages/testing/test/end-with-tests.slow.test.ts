import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'

let temporary: string

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'end-with-tests-'))
})

afterEach(() => rmSync(temporary, { recursive: true, force: true }))

test('killed tests leave neither a backend nor its folder', async () => {
  const tests = spawn(
    process.execPath,
    ['--conditions=@per-second/source', join(import.meta.dirname, 'killed-tests.ts')],
    {
      // The backend would write its compile cache there last, when this test has removed the folder.
      env: { ...process.env, TMPDIR: temporary, NODE_DISABLE_COMPILE_CACHE: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [url] = await once(createInterface({ input: tests.stdout }), 'line')
  const folders = () => globSync('per-second-testing-*', { cwd: temporary })
  expect(folders()).toHaveLength(1)
  const { hostname, port } = new URL(url)
  const connection = connect(Number(port), hostname).on('error', () => undefined)
  await once(connection, 'connect')
  const ended = once(connection, 'close')
  tests.kill('SIGKILL')
  await ended
  await expect.poll(folders).toEqual([])
  await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})
