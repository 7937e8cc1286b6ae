import { expect, test } from 'vitest'
import { createClient } from './client.ts'

/** The outcome of a live key here, with a `fetch` that would record a call. */
async function outcome(apiKey: string) {
  let sent = 0
  const fetch = async () => {
    sent += 1
    return Response.json({})
  }
  const billing = createClient({ apiKey, baseUrl: 'https://billing.example', fetch })
  const result = await billing.products.retrieve('prod_1').catch(error => error.code)
  return { result, sent }
}

test('a live key is refused in a real page, a test key is sent', async () => {
  expect(await outcome('sk_live_1')).toEqual({ result: 'live_key_in_browser', sent: 0 })
  expect(await outcome('sk_test_1')).toEqual({ result: {}, sent: 1 })
})

test("a live key is refused in a page's worker", async () => {
  const worker = new Worker(new URL('../test/live-key-worker.ts', import.meta.url), { type: 'module' })
  const answer = await new Promise(resolve => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = event => resolve(event.message)
  })
  worker.terminate()
  expect(answer).toBe('live_key_in_browser')
})
