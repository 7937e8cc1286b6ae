import { html } from 'hono/html'
import type { Html } from '../../page/layout.ts'
import { orderNumber } from '../../page/order-number.ts'
import type { OrderState } from '../order-state.ts'
import { elementPage, type SessionPage } from './element-page.ts'

/** `machine` is the session that the machine was first ordered with. */
export type SuccessPage = SessionPage & { state: OrderState; machine: string }

/** The order's page, where its meter ticks: the element with the same session, and beside it the shop's words for the order. */
export function successPage(page: SuccessPage): Html {
  const { session, state, machine } = page
  const { title, text } = orderText(session.product.name, state)
  return elementPage(page, {
    title: `Your ${session.product.name}`,
    heading: 'Your meter',
    side: html`<section class="summary" id="order" data-state="${state}" aria-live="polite">
      <h1>${title}</h1>
      <p class="summary-text">${text}</p>
      ${state === 'open' || state === 'expired' ? '' : orderFacts(machine, state)}
    </section>`,
  })
}

function orderFacts(id: string, state: OrderState): Html {
  const address = html`<div><dt>Connect with</dt><dd><code>ssh you@${id.slice(-6).toLowerCase()}.ostra.example</code></dd></div>`
  return html`<dl class="summary-price">
      ${state === 'ready' || state === 'late' ? address : ''}
      <div><dt>Order</dt><dd>${orderNumber(id)}</dd></div>
    </dl>
    <p class="summary-text">
      Bookmark this page to come back: this browser knows your meter, and in another you sign in with the same wallet. The shop sees your order in its <a href="/dashboard">dashboard</a>.
    </p>`
}

function orderText(machine: string, state: OrderState): { title: string; text: Html | string } {
  switch (state) {
    case 'open':
      return {
        title: 'Not ordered yet',
        text: 'This order was not authorised. You can finish it here, or choose another machine.',
      }
    case 'expired':
      return {
        title: 'Not ordered',
        text: 'This order was not authorised within a day, and nothing was charged. Choose the machine again.',
      }
    case 'booting':
      return {
        title: 'Your machine is booting',
        text: html`We start the meter when it is up. In this demo you are the shop too: open the
          <a href="/dashboard">dashboard</a> and press Start.`,
      }
    case 'ready':
      return {
        title: 'Your machine is ready',
        text: `Use your ${machine} as long as you like, and stop its meter here when you are done.`,
      }
    case 'late':
      return {
        title: 'A settlement is late',
        text: `The last one did not go through and is tried again by itself. Your ${machine} stays yours until you stop its meter here.`,
      }
    case 'paused':
      return { title: 'Your machine is paused', text: 'No second is counted until it goes on.' }
    case 'off':
      return {
        title: 'Your machine is off',
        text: `The meter of your ${machine} has ended. Here is the receipt.`,
      }
  }
}
