import { expect, type Locator, type Page } from '@playwright/test'

/** What a visitor does in the store, in their words. */
export class StorePage {
  readonly element: Locator
  readonly wallet: Locator
  readonly page: Page
  readonly #url: string

  constructor(page: Page, url: string) {
    this.page = page
    this.#url = url
    this.element = page.locator('billing-authorise')
    this.wallet = page.getByRole('dialog')
  }

  async rent(machine: string): Promise<void> {
    await this.page.goto(this.#url)
    await this.page
      .getByRole('listitem')
      .filter({ hasText: machine })
      .getByRole('button', { name: 'Rent' })
      .click()
    await expect(this.button('Connect wallet')).toBeEnabled()
  }

  async openCheckout(session: string): Promise<void> {
    await this.page.goto(`${this.#url}/checkout?session=${session}`)
  }

  button(name: string | RegExp): Locator {
    return this.element.getByRole('button', { name })
  }

  get maxEscrow(): Locator {
    return this.element.locator('[part~="max-escrow"]')
  }

  /** What the shop says of the order, beside its meter. */
  get orderTitle(): Locator {
    return this.page.getByRole('heading', { level: 1 })
  }

  async fillWallet(): Promise<void> {
    await this.page.getByRole('button', { name: 'Get test AUSD' }).click()
    await expect(this.page.getByText('100 test AUSD arrived.')).toBeVisible()
  }

  async connect(): Promise<void> {
    await this.button('Connect wallet').click()
    await this.button('Dev wallet').click()
    await this.confirm()
  }

  async signIn(email: string): Promise<void> {
    await this.element.getByRole('textbox', { name: 'Email' }).fill(email)
    await this.button('Sign in').click()
    await this.confirm()
    await expect(this.button(/^Authorise/)).toBeEnabled()
  }

  async confirm(): Promise<void> {
    await this.wallet.getByRole('button', { name: 'Confirm', exact: true }).click()
  }

  async reject(): Promise<void> {
    await this.wallet.getByRole('button', { name: 'Reject', exact: true }).click()
  }

  /** The address of the dev wallet in this browser, in full, from its own storage. */
  async walletAddress(): Promise<`0x${string}`> {
    const accounts = await this.page.evaluate(async () => {
      type Announced = CustomEvent<{
        info: { name: string }
        provider: { request(call: object): Promise<string[]> }
      }>
      return new Promise<string[]>((resolve, reject) => {
        addEventListener('eip6963:announceProvider', event => {
          const { info, provider } = (event as Announced).detail
          if (info.name === 'Dev wallet') provider.request({ method: 'eth_accounts' }).then(resolve, reject)
        })
        dispatchEvent(new Event('eip6963:requestProvider'))
      })
    })
    const [address] = accounts
    if (!address) throw new Error('the dev wallet is not connected')
    return address as `0x${string}`
  }
}
