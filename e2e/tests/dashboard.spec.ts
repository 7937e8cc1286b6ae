import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../fixtures.ts'

test('the merchant sees what happens without loading the page again, finds the delivery that failed, and resends it', async ({
  store,
  demo,
  context,
}) => {
  const receiver = await startReceiver()
  const call = merchantCall(demo.backend.url, demo.backend.merchant.test_key)
  await call('/v1/webhook_endpoints', { url: receiver.url, events: ['subscription.started'] })

  const dashboard = await context.newPage()
  await dashboard.goto(`${demo.url}/dashboard`)
  await expect(dashboard.getByText('Live', { exact: true })).toBeVisible()

  await store.rent('Sandbox')
  await store.fillWallet()
  await store.connect()
  await store.authorise('grace@example.com')

  const meter = dashboard.getByRole('row').filter({ hasText: 'grace@example.com' }).first()
  await expect(meter).toContainText('Running')
  await expect(meter).toContainText(/\$0\.000(0[1-9]|[1-9])/)
  // The figures go on by themselves.
  await expect(meter).toContainText(/\$0\.000(0[4-9]|[1-9])/)

  await dashboard.getByRole('link', { name: 'Events' }).click()
  const started = dashboard
    .getByRole('row')
    .filter({ hasText: 'grace@example.com' })
    .getByRole('link', { name: 'Started' })
  await started.click()
  await expect(dashboard.getByRole('heading', { level: 1 })).toHaveText('Started')
  const delivery = dashboard.getByRole('row').filter({ hasText: receiver.url })
  await expect(delivery).toContainText('HTTP 500')
  await expect(delivery).toContainText('Waiting')
  receiver.answer(204)
  await delivery.getByRole('button', { name: `Resend to ${receiver.url}` }).click()
  await expect(delivery).toContainText('HTTP 204')
  await expect(delivery).toContainText('Delivered')
  expect(new Set(receiver.ids).size).toBe(1)
  await dashboard.getByRole('link', { name: 'grace@example.com' }).click()
  await expect(dashboard.getByRole('heading', { level: 1 })).toHaveText('grace@example.com')
  await expect(dashboard.getByRole('link', { name: 'Sandbox' }).first()).toBeVisible()
  await receiver.close()
})

function merchantCall(url: string, key: string) {
  return async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
  }
}

/** A merchant's other server, out of order until a test mends it. */
async function startReceiver() {
  const ids: unknown[] = []
  let status = 500
  const server = createServer((request, response) => {
    ids.push(request.headers['webhook-id'])
    response.writeHead(status).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    ids,
    answer: (next: number) => {
      status = next
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}
