import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { expect, test } from '@per-second/testing/playwright'
import { newCheckout } from './new-checkout.ts'

const ELEMENT = join(import.meta.dirname, '../../packages/authorise/cdn')

test('a shop of one’s own, in German and under a strict policy, gets its subscriber on the success page', async ({
  backend,
  merchant,
  page,
  wallet,
  element,
}) => {
  const policy = `default-src 'none'; script-src 'self'; img-src data:; connect-src ${backend.url}`
  let checkout = ''
  const server = createServer(({ url = '/' }, response) => {
    const isScript = url.startsWith('/element/')
    response.setHeader('content-security-policy', policy)
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(isScript ? readFileSync(join(ELEMENT, basename(url))) : checkout)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const session = await newCheckout(merchant, { success_url: `${shop}/success` })
    checkout = `<!doctype html><script type="module" src="/element/billing-authorise.js"></script>
<billing-authorise session="${session.id}" base-url="${backend.url}" locale="de"></billing-authorise>`
    await wallet.fund('100')
    await page.goto(`${shop}/checkout`)
    expect(await element.toAuthorise()).toMatchObject({ id: session.id, status: 'complete' })
    await page.waitForURL(`${shop}/success`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
