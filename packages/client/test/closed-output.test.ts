import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startLocalService } from './local-service.ts'

const MAIN = join(import.meta.dirname, '../src/cli/main.ts')

test('a reader that has seen enough, like head, ends listening without a word', async () => {
  const events = ['evt_2', 'evt_1'].map(id => ({ id, object: 'event', type: 'invoice.paid', created: 0 }))
  // The newer events are always the same two, so the output never ends.
  const list = { object: 'list', data: events, has_more: false, url: '/v1/events' }
  await using service = await startLocalService({ status: 200, body: list })
  const words = [MAIN, 'listen', '--json', '--since', 'evt_0', '--url', service.url]
  const listening = spawn(process.execPath, ['--conditions=@per-second/source', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, BILLING_KEY: 'sk_test_1' },
  })
  const ended = once(listening, 'exit')
  const said = text(listening.stderr)
  await once(createInterface(listening.stdout), 'line')
  listening.stdout.destroy()
  expect(await ended).toEqual([0, null])
  expect(await said).toBe(`Listening for events of test mode at ${service.url}. Ctrl-C ends it.\n`)
})
