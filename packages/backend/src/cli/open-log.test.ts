import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openLog } from './open-log.ts'

it('a bare key of an endpoint is in no line, for any logged value', () => {
  const lines: string[] = []
  const test = { rpcUrl: ['https://rpc.example/v3/S3cr3tKey?mode=test'] }
  const log = openLog(
    { chains: { test, live: null }, logLevel: 'info' },
    { write: line => void lines.push(line) },
  )
  const cause = new TypeError('no such project: s3cr3tkey')
  log.warn({ err: new Error('S3cr3tKey was refused', { cause }), mode: 'test' }, 'chain work postponed')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/s3cr3t/i)
  expect(JSON.parse(lines[0] as string)).toMatchObject({
    mode: 'test',
    msg: 'chain work postponed',
    err: { message: '[redacted] was refused: no such project: [redacted]' },
  })
})

it('a log whose disk is full does not end its service', async () => {
  const full = openSync('/dev/full', 'w')
  const program = `import(${JSON.stringify(import.meta.resolve('./open-log.ts'))}).then(({ openLog }) => {
    const log = openLog({ chains: null, logLevel: 'info' })
    for (let line = 0; line < 3; line += 1) log.info('a line')
    setTimeout(() => console.log('still here'))
  })`
  const child = spawn(process.execPath, ['--conditions=@per-second/source', '-e', program], {
    stdio: ['ignore', 'pipe', full],
  })
  closeSync(full)
  expect(await text(child.stdout as Readable)).toBe('still here\n')
})
