import { basename } from 'node:path'
import type { CheckoutSession } from '@per-second/protocol/types'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Backend } from '../connect-backend.ts'
import { elementFile } from './package-files.ts'
import type { PageWallet } from './page-wallet.ts'

const OPENED_WITHIN_MS = 30_000

/** The element of the page, used as a subscriber does, in any language. */
export class CheckoutElement {
  readonly locator: Locator
  readonly #page: Page
  readonly #backend: Backend
  readonly #wallet: PageWallet

  constructor(page: Page, backend: Backend, wallet: PageWallet) {
    this.locator = page.locator('billing-authorise').first()
    this.#page = page
    this.#backend = backend
    this.#wallet = wallet
  }

  /** Opens a page with only the element, for a test without a shop. The page stays open after the checkout completes. */
  async open({ id }: Pick<CheckoutSession, 'id'>): Promise<void> {
    const folder = `${this.#backend.url}/_testing`
    await this.#page.route(`${folder}/*.js`, (route, request) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: elementFile(basename(new URL(request.url()).pathname)),
      }),
    )
    const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Checkout</title>
<script type="module" src="/_testing/billing-authorise.js"></script>
<billing-authorise session="${id}" redirect="none"></billing-authorise></html>`
    await this.#page.route(`${folder}/checkout`, route => route.fulfill({ contentType: 'text/html', body }))
    await this.#page.goto(`${folder}/checkout`)
  }

  /** The button with the next step on it. */
  get primary(): Locator {
    return this.locator.locator('[part~="action"] [part~="button"].primary')
  }

  /** Goes as far as the e-mail and the button that authorises: connects the test's wallet. */
  async toReview(): Promise<void> {
    const email = this.locator.locator('[part~="email"]')
    const choice = this.locator.locator('[part~="wallet"]').filter({ hasText: this.#wallet.name })
    await this.primary.click()
    await expect(email.or(choice)).toBeVisible()
    if (await choice.isVisible()) await choice.click()
    await expect(email).toBeVisible()
  }

  /**
   * Connects, writes the e-mail, authorises, and waits until the meter is open on the chain. Where the page goes from there is its own
   * affair.
   *
   * @returns the complete session, with customer and subscription
   */
  async toAuthorise({ email = 'ada@example.com' }: { email?: string } = {}): Promise<CheckoutSession> {
    await expect(this.locator).toHaveAttribute('session', /^cs_/)
    const id = await this.locator.getAttribute('session')
    await this.toReview()
    await this.locator.locator('[part~="email"]').fill(email)
    await this.primary.click()
    const url = `${this.#backend.url}/v1/client/checkout/sessions/${id}`
    const read = async (): Promise<CheckoutSession> => (await fetch(url)).json()
    const status = () => read().then(session => session.status, String)
    await expect.poll(status, { timeout: OPENED_WITHIN_MS }).toBe('complete')
    return read()
  }
}
