import type { CheckoutSession, Customer } from '@per-second/client'
import { html } from 'hono/html'
import { copyable } from '../page/icon.ts'
import type { Html } from '../page/layout.ts'
import { money } from '../page/money.ts'
import { orderNumber } from '../page/order-number.ts'
import { durationText, instantText } from '../page/time-text.ts'
import { factsPanel, objectPage } from './object-page.ts'
import { statusPill } from './status-text.ts'

/** A checkout session, which is an order of this shop. */
export function sessionPage({
  session,
  customer,
}: {
  session: CheckoutSession
  customer: Customer | null
}): Html {
  const { id, status, product, subscription, max_duration_seconds: seconds, max_escrow_usd: most } = session
  const facts = factsPanel([
    ['Product', html`<a href="/dashboard/meters?product=${product.id}">${product.name}</a>`],
    ['Customer', customer && html`<a href="/dashboard/customers/${customer.id}">${customer.email}</a>`],
    [
      'Meter',
      subscription && html`<a href="/dashboard/meters/${subscription}">Meter</a> ${copyable(subscription)}`,
    ],
    ['Session', copyable(id)],
    ['Longest', seconds === null ? null : durationText(seconds)],
    ['At most', most === null ? null : money(most)],
    ['Created', instantText(session.created)],
    ['Expires', status === 'open' ? instantText(session.expires_at) : null],
    ['The customer’s page', html`<a href="/success?session=${id}">Open</a>`],
  ])
  return objectPage({
    title: `Order ${orderNumber(id)}`,
    tab: 'Sessions',
    status: statusPill(status),
    object: session,
    body: facts,
  })
}
