import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVICE_VARIABLES } from '@per-second/protocol/service-variables'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBackend } from './backend-process.ts'

const READY = `console.log(JSON.stringify({ url: 'http://127.0.0.1:1', pid: process.pid, args: process.argv.slice(2) }))`
const UNTIL_TERMINATED = `setInterval(() => {}, 1000); process.on('SIGTERM', () => process.exit(0))`

let repository: string
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'backend-process-'))
  mkdirSync(join(repository, 'packages/backend/src'), { recursive: true })
})
afterEach(() => rmSync(repository, { recursive: true }))

function start(program: string, signal = new AbortController().signal) {
  writeFileSync(join(repository, 'packages/backend/src/main.js'), program)
  return startBackend({ repository, dataFolder: join(repository, 'data'), signal })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('it is ready with its line, and gone when disposed', async () => {
  const backend = await start(`${READY}; ${UNTIL_TERMINATED}`)
  const line = backend.line as unknown as { pid: number; args: string[] }
  expect(line.args).toEqual(['--port', '0', '--data', join(repository, 'data'), '--json'])
  expect(isAlive(line.pid)).toBe(true)
  await backend[Symbol.asyncDispose]()
  await backend[Symbol.asyncDispose]()
  expect(isAlive(line.pid)).toBe(false)
})

test('it gets no database, key or secret of another service from the shell', async () => {
  for (const name of SERVICE_VARIABLES) vi.stubEnv(name, 'of-another')
  const said = `console.log(JSON.stringify({ url: '', seen: Object.keys(process.env) }))`
  try {
    await using backend = await start(`${said}; ${UNTIL_TERMINATED}`)
    const { seen } = backend.line as unknown as { seen: string[] }
    expect(seen).toContain('PATH')
    expect(SERVICE_VARIABLES.filter(name => seen.includes(name))).toEqual([])
  } finally {
    vi.unstubAllEnvs()
  }
})

test('its folder, with the log and the keys, is its owner’s alone', async () => {
  await using _ = await start(`${READY}; ${UNTIL_TERMINATED}`)
  expect(statSync(join(repository, 'data')).mode & 0o777).toBe(0o700)
})

test('a backend that ends before it is ready is an error with the end of its log', async () => {
  const error = await start(`console.error('the chain is missing'); process.exit(3)`).catch(error => error)
  expect(error).toMatchObject({ name: 'DemoError', code: 'backend_failed' })
  expect(error.message).toBe(
    `The billing backend ended with code 3. Its log is ${join(repository, 'data/backend.log')}\nthe chain is missing\n`,
  )
})

test('a start that is refused reports the backend’s own words and the cure', async () => {
  const error = await start(`console.error('The folder is in use by process 7.'); process.exit(2)`).catch(
    error => error,
  )
  expect(error).toMatchObject({ name: 'DemoError', code: 'backend_refused' })
  expect(error.message).toContain('It says:\n\n  The folder is in use by process 7.\n')
  expect(error.message).toContain('npm run demo -- --data ANOTHER_FOLDER')
})

test('a backend that crashes later is reported, and its log holds no keys', async () => {
  const program = `${READY}; console.error('boom'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50)`
  await using backend = await start(program)
  expect(await backend.ended).toMatch(/^The billing backend was ended by SIGKILL\. .*\nboom\n$/)
  expect(readFileSync(join(repository, 'data/backend.log'), 'utf8')).toBe('boom\n')
})

test('of a long log the end is told, and of one that is gone nothing', async () => {
  const long = `${READY}; console.error('a'.repeat(5000) + 'boom')`
  const backend = await start(`${long}; setTimeout(() => process.exit(1), 50)`)
  const told = await backend.ended
  expect(told).toMatch(/\n(a+)boom\n$/)
  expect(told.length).toBeLessThan(2_300)
  const gone = await start(`${READY}; setTimeout(() => process.exit(1), 200)`)
  rmSync(join(repository, 'data'), { recursive: true })
  expect(await gone.ended).toMatch(/^The billing backend ended with code 1\. .*\n$/)
})

test('an interrupted start leaves nothing behind', async () => {
  const interruption = new AbortController()
  const file = join(repository, 'pid')
  const program = `import { writeFileSync } from 'node:fs'
    writeFileSync(${JSON.stringify(file)}, String(process.pid)); ${UNTIL_TERMINATED}`
  const starting = start(program, interruption.signal).catch(error => error)
  // The file is there before its content, and process 0 would be this test's own group.
  const pid = () => Number.parseInt(readFileSync(file, 'utf8'), 10)
  await expect.poll(() => isAlive(pid())).toBe(true)
  interruption.abort()
  expect(await starting).toMatchObject({ code: 'interrupted' })
  expect(isAlive(pid())).toBe(false)
})
