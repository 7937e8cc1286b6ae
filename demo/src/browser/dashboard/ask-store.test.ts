import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { askStore } from './ask-store.ts'

test('what the store answers, what it refuses, and that it is away', async () => {
  const store = createServer((request, response) => {
    response.statusCode = request.url === '/refused' ? 400 : 200
    response.setHeader('connection', 'close')
    response.end(JSON.stringify({ error: 'It has ended.', accept: request.headers.accept }))
  }).listen(0, '127.0.0.1')
  await once(store, 'listening')
  const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  expect(await askStore(`${url}/data`)).toEqual({ error: 'It has ended.', accept: 'application/json' })
  await expect(askStore(`${url}/refused`, { method: 'POST' })).rejects.toThrow('It has ended.')
  store.close()
  await once(store, 'close')
  await expect(askStore(`${url}/data`)).rejects.toThrow(
    'The store does not answer. Is the demo still running?',
  )
})
