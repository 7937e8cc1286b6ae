import type { CheckoutSession, Subscription } from '@per-second/client'
import { html } from 'hono/html'
import { ELEMENT_SCRIPT, type SessionPage } from './checkout-page.ts'
import { type Html, layout } from './layout.ts'

/** `meter` is the session's subscription, as far as there is one. */
export type SuccessPage = SessionPage & { meter: Subscription | null }

/** The order's page, where its meter ticks: the element with the same session. */
export function successPage({ id, session, meter, billingUrl, chain }: SuccessPage): Html {
  return layout({
    title: session ? `Your ${session.product.name}` : 'Your machine',
    styles: ['/styles/checkout.css'],
    scripts: [ELEMENT_SCRIPT, '/browser/checkout.js'],
    body: html`<div
      class="wide checkout"
      data-chain-id="${chain.id}"
      data-rpc-url="${chain.rpcUrl}"
      data-token="${chain.token}"
    >
      <div class="checkout-side">
        <p class="back"><a href="/#machines">All machines</a></p>
        ${order(session, meter)}
      </div>
      <section class="checkout-pay" aria-labelledby="pay-title">
        <h2 id="pay-title" class="unseen">Your meter</h2>
        <billing-authorise session="${id}" base-url="${billingUrl}"></billing-authorise>
      </section>
    </div>`,
  })
}

type OrderText = { title: string; text: Html }

function order(session: CheckoutSession | null, meter: Subscription | null): Html {
  if (!session || !meter || session.status !== 'complete') {
    return html`<section class="summary">
      <h1>Not ordered yet</h1>
      <p class="summary-text">
        This order was not authorised. You can finish it here, or choose another machine.
      </p>
    </section>`
  }
  const { title, text } = orderText(session.product.name, meter.status)
  return html`<section class="summary">
    <h1>${title}</h1>
    <p class="summary-text">${text}</p>
    <dl class="summary-price">
      <div>
        <dt>Connect with</dt>
        <dd><code>ssh you@${session.id.slice(-6).toLowerCase()}.ostra.example</code></dd>
      </div>
      <div>
        <dt>Order</dt>
        <dd><code>${session.id.slice(0, 12)}…</code></dd>
      </div>
    </dl>
    <p class="summary-text">
      Bookmark this page to come back. The shop sees your order in its <a href="/dashboard">dashboard</a>.
    </p>
  </section>`
}

function orderText(machine: string, status: Subscription['status']): OrderText {
  switch (status) {
    case 'pending_start':
      return {
        title: 'Your machine is booting',
        text: html`We start the meter when it is up. In this demo you are the shop too: open the
          <a href="/dashboard">dashboard</a> and press Start.`,
      }
    case 'canceled':
    case 'ended':
      return {
        title: 'Your machine is off',
        text: html`The meter of your ${machine} has ended. Here is the receipt.`,
      }
    case 'paused':
      return { title: 'Your machine is paused', text: html`No second is counted until it goes on.` }
    default:
      return {
        title: 'Your machine is ready',
        text: html`Use your ${machine} as long as you like, and stop its meter here when you are done.`,
      }
  }
}
