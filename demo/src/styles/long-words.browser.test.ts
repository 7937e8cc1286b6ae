import type { Product, Subscription } from '@per-second/client'
import { html, render, type TemplateResult } from 'lit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { metersView } from '../browser/dashboard/meters-view.ts'
import type { DashboardData } from '../store/dashboard-routes.ts'

const WORD = 'Großrechneranlagenbetriebsstundenabrechnungspaket'

/** A page of the store as wide as a small phone, with the styles of the files named. */
async function show(names: string[], body: TemplateResult): Promise<void> {
  const place = document.createElement('main')
  const sheets = names.map(name => {
    const link = document.createElement('link')
    const loaded = new Promise(resolve => link.addEventListener('load', resolve, { once: true }))
    link.rel = 'stylesheet'
    link.href = new URL(`./${name}.css`, import.meta.url).href
    document.head.append(link)
    return loaded
  })
  document.body.append(place)
  await Promise.all(sheets)
  render(body, place)
}

beforeEach(() => page.viewport(320, 800))

afterEach(() => {
  for (const sheet of document.head.querySelectorAll('link[rel=stylesheet]')) sheet.remove()
  document.body.replaceChildren()
})

/** How much of the page lies beyond the screen. */
const beyond = () => document.documentElement.scrollWidth - innerWidth

test('the pages of an order are no wider than the screen for a long word in the name', async () => {
  await show(
    ['base', 'checkout'],
    html`<div class="wide checkout">
      <div class="checkout-side">
        <section class="summary">
          <h1>${WORD}</h1>
          <p class="summary-text">Your ${WORD} is up.</p>
        </section>
      </div>
    </div>`,
  )
  expect(beyond()).toBe(0)
})

test('nor is the list of meters', async () => {
  const product = { id: 'prod_1', name: WORD } as Product
  const meter = { id: 'sub_1', product: 'prod_1', customer: 'cus_1', status: 'canceled' } as Subscription
  const figures = { elapsed_seconds: 1, accrued_usd: '0', settled_usd: '0.000277' }
  const data = {
    ...{ subscriptions: [{ ...meter, ...figures }], products: [product], customers: [], samples: [] },
  } as unknown as DashboardData
  await show(['base', 'dashboard'], metersView(data, new Set(), { act: () => undefined }))
  expect(beyond()).toBe(0)
})
