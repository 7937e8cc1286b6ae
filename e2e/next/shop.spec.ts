import { FakeService } from '@per-second/authorise/testing'
import { expect, test } from '@playwright/test'
import { NextShop } from './next-shop.ts'

const shop = new NextShop()

test.beforeAll(() => shop.install())
test.afterEach(() => shop.stop())
test.afterAll(() => shop.remove())

for (const mode of ['dev', 'start'] as const) {
  test(`next ${mode}: rendered on the server, then objects and handlers are in place and no warning is printed`, async ({
    page,
    request,
  }) => {
    if (mode === 'start') shop.build()
    const url = await shop.serve(mode)
    const served = await (await request.get(url)).text()
    expect(served).toMatch(/<billing-authorise[^>]* session="cs_1"[^>]*><p slot="terms">/)

    const complaints: string[] = []
    page.on('console', message => {
      // Lit says once in every development build that it is one.
      if (message.text().startsWith('Lit is in dev mode.')) return
      if (['warning', 'error'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(String(error)))
    const hydrated = Promise.withResolvers<void>()
    const service = new FakeService({ id: 'cs_1' })
    await page.route('**/v1/client/**', async route => {
      await hydrated.promise
      const answer = await service.fetch(route.request().url())
      await route.fulfill({ status: answer.status, json: await answer.json() })
    })
    await page.goto(url)
    await page.locator('output').waitFor({ state: 'attached' })
    hydrated.resolve()

    const element = page.locator('billing-authorise')
    await element.getByRole('button', { name: 'Rent it' }).waitFor()
    await expect(page.locator('output')).toHaveText('billing-authorise-ready')
    const appearance = () => element.evaluate(each => Reflect.get(each, 'appearance'))
    expect(await appearance()).toEqual({ theme: 'night' })
    await expect(element).toHaveClass('checkout')

    await page.getByRole('button', { name: 'Another look' }).click()
    await expect.poll(appearance).toEqual({ theme: 'flat' })
    await element.getByRole('radio', { name: '1 day' }).click()
    await expect(page.locator('output')).toHaveText('billing-authorise-ready, round 1: $23.9328')
    expect(complaints).toEqual([])
  })
}
