import type { Product, Subscription } from '@per-second/client'
import { html, render, type TemplateResult } from 'lit'
import { unsafeHTML } from 'lit/directives/unsafe-html.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { meterTable } from '../dashboard/meter-table.ts'

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

test('the list of meters is no wider than the screen for a long word in the name', async () => {
  const meter = {
    id: 'sub_1',
    product: 'prod_1',
    customer: 'cus_1',
    status: 'canceled',
    checkout_session: 'cs_1',
  }
  const money = { elapsed_seconds: 1, accrued_usd: '0', settled_usd: '0.000277', max_escrow_usd: '1' }
  const times = { created: 1, started_at: 1, ended_at: 2, cancel_reason: null, max_duration_seconds: 60 }
  const products = new Map([['prod_1', { id: 'prod_1', name: WORD } as Product]])
  const meters = [{ ...meter, ...money, ...times } as unknown as Subscription]
  const table = String(await meterTable(meters, { now: 3, products, customers: new Map() }))
  await show(['base', 'dashboard'], html`<div class="wide dashboard">${unsafeHTML(table)}</div>`)
  expect(beyond()).toBe(0)
})

test('on a phone the parts of a panel begin at one line, as its head does', async () => {
  await show(
    ['base', 'dashboard'],
    html`<div class="wide dashboard">
      <section class="panel">
        <header class="panel-head"><h2>Invoices</h2></header>
        <div class="empty"></div>
        <p class="more"><a>Older</a></p>
        <ol class="story"><li></li></ol>
        <dl class="facts"><div></div></dl>
        <div class="actions"><button>Pause</button></div>
      </section>
    </div>`,
  )
  const starts = [...document.querySelectorAll('h2, .empty, a, li, .facts > div, button')].map(
    part => part.getBoundingClientRect().left,
  )
  expect(starts).toHaveLength(6)
  expect(new Set(starts).size).toBe(1)
})
