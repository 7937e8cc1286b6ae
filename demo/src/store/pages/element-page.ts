import { renderSkeleton } from '@per-second/authorise/server'
import type { CheckoutSession } from '@per-second/client'
import { html, raw } from 'hono/html'
import { type Html, layout } from '../../page/layout.ts'

export type SessionPage = {
  session: CheckoutSession
  billingUrl: string
  chain: ChainForPages
  /** The session whose meter this one carries on. */
  replaces: string | null
}

/** The chain's data for a page's dev wallet. A real shop has none of this. */
export type ChainForPages = { id: number; rpcUrl: string; token: string }

const SKELETON_STYLES = '/billing-authorise/billing-authorise-skeleton.css'

/**
 * A page with the element, and the shop's own words beside it. The element is drawn as a skeleton until its script is there.
 * The logo is the page's own, because the store's port, and with it its address, may change. In the slot for a wallet
 * without money stands the faucet.
 */
export function elementPage(
  { session, billingUrl, chain, replaces }: SessionPage,
  { title, heading, side }: { title: string; heading: string; side: Html },
): Html {
  return layout({
    title,
    styles: ['/styles/checkout.css'],
    preloads: [SKELETON_STYLES],
    scripts: ['/billing-authorise/billing-authorise.js', '/browser/checkout.js'],
    body: html`<div
      class="wide checkout"
      data-chain-id="${chain.id}"
      data-rpc-url="${chain.rpcUrl}"
      data-token="${chain.token}"
    >
      <div class="checkout-side">
        <p class="back quiet"><a href="/#machines">All machines</a></p>
        ${side}
      </div>
      <section class="checkout-pay" aria-labelledby="pay-title">
        <h2 id="pay-title" class="unseen">${heading}</h2>
        <billing-authorise session="${session.id}" base-url="${billingUrl}" extend-url="/extend?session={CHECKOUT_SESSION_ID}" replaces="${replaces ?? ''}">
          ${raw(renderSkeleton({ stylesheet: SKELETON_STYLES }))}
          <img slot="logo" src="/styles/logo.svg" alt="" width="32" height="32" />
          <button slot="fund" class="button plain" id="fund" type="button">Get 100 test AUSD</button>
        </billing-authorise>
      </section>
    </div>`,
  })
}
