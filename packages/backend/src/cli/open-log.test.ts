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
