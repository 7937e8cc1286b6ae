import type { CheckoutSession } from '@per-second/client'
import { html } from 'hono/html'
import { type Html, layout } from '../../page/layout.ts'
import { orderNumber } from '../../page/order-number.ts'
import { ORDER_STATES, type OrderState } from '../order-state.ts'
import { ELEMENT_ASSETS, elementOf, type SessionPage } from './checkout-page.ts'

export type SuccessPage = SessionPage & { state: OrderState }

/** The order's page, where its meter ticks: the element with the same session, and beside it what the shop says of the order. */
export function successPage(page: SuccessPage): Html {
  const { session, state, chain } = page
  return layout({
    title: `Your ${session.product.name}`,
    ...ELEMENT_ASSETS,
    body: html`<div
      class="wide checkout"
      data-chain-id="${chain.id}"
      data-rpc-url="${chain.rpcUrl}"
      data-token="${chain.token}"
    >
      <div class="checkout-side">
        <p class="back"><a href="/#machines">All machines</a></p>
        <div id="order" aria-live="polite" data-session="${session.id}">
          ${ORDER_STATES.map(possible => order(session, possible, possible === state))}
        </div>
      </div>
      <section class="checkout-pay" aria-labelledby="pay-title">
        <h2 id="pay-title" class="unseen">Your meter</h2>
        ${elementOf(page)}
      </section>
    </div>`,
  })
}

/** Every text is on the page, and the one that holds is shown: the page's module changes which. */
function order(session: CheckoutSession, state: OrderState, isShown: boolean): Html {
  const { title, text, isOrdered, isOn } = orderText(session.product.name, state)
  return html`<section class="summary" data-state="${state}" ${isShown ? '' : html`hidden`}>
    <h1>${title}</h1>
    <p class="summary-text">${text}</p>
    ${isOrdered ? orderFacts(session, isOn) : ''}
  </section>`
}

function orderFacts({ id }: CheckoutSession, isOn: boolean): Html {
  return html`<dl class="summary-price">
      ${
        isOn
          ? html`<div>
              <dt>Connect with</dt>
              <dd><code>ssh you@${id.slice(-6).toLowerCase()}.ostra.example</code></dd>
            </div>`
          : ''
      }
      <div>
        <dt>Order</dt>
        <dd>${orderNumber(id)}</dd>
      </div>
    </dl>
    <p class="summary-text">
      Bookmark this page to come back: this browser knows your meter, and in another you sign in with the same wallet. The shop sees your order in its <a href="/dashboard">dashboard</a>.
    </p>`
}

type OrderText = { title: string; text: Html; isOrdered: boolean; isOn: boolean }

function orderText(machine: string, state: OrderState): OrderText {
  switch (state) {
    case 'open':
      return {
        title: 'Not ordered yet',
        text: html`This order was not authorised. You can finish it here, or choose another machine.`,
        isOrdered: false,
        isOn: false,
      }
    case 'expired':
      return {
        title: 'Not ordered',
        text: html`This order was not authorised within a day, and nothing was charged. Choose the machine again.`,
        isOrdered: false,
        isOn: false,
      }
    case 'booting':
      return {
        title: 'Your machine is booting',
        text: html`We start the meter when it is up. In this demo you are the shop too: open the
          <a href="/dashboard">dashboard</a> and press Start.`,
        isOrdered: true,
        isOn: false,
      }
    case 'ready':
      return {
        title: 'Your machine is ready',
        text: html`Use your ${machine} as long as you like, and stop its meter here when you are done.`,
        isOrdered: true,
        isOn: true,
      }
    case 'late':
      return {
        title: 'A settlement is late',
        text: html`The last one did not go through and is tried again by itself. Your ${machine} stays yours until you stop its meter
          here.`,
        isOrdered: true,
        isOn: true,
      }
    case 'paused':
      return {
        title: 'Your machine is paused',
        text: html`No second is counted until it goes on.`,
        isOrdered: true,
        isOn: false,
      }
    case 'off':
      return {
        title: 'Your machine is off',
        text: html`The meter of your ${machine} has ended. Here is the receipt.`,
        isOrdered: true,
        isOn: false,
      }
  }
}
