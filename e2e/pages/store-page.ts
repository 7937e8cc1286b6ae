import { baseUnitsFromUsd } from '@per-second/protocol/money'
import type { Address } from '@per-second/protocol/types'
import { expect, type Locator, type Page } from '@playwright/test'
import { askAccounts } from '../ask-accounts.ts'

/** A visitor's actions in the store, in their words. */
export class StorePage {
  readonly element: Locator
  readonly wallet: Locator
  readonly page: Page
  /** The title of every question the wallet has put so far, in order. */
  readonly prompts: readonly string[]
  readonly #url: string

  constructor(page: Page, url: string, prompts: readonly string[]) {
    this.page = page
    this.prompts = prompts
    this.#url = url
    this.element = page.locator('billing-authorise')
    this.wallet = page.getByRole('dialog')
  }

  async visit(): Promise<void> {
    await this.page.goto(this.#url)
  }

  rentButton(machine: string): Locator {
    return this.page.getByRole('listitem').filter({ hasText: machine }).getByRole('button', { name: 'Rent' })
  }

  async rent(machine: string): Promise<void> {
    await this.visit()
    await this.rentButton(machine).click()
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

  /** An amount the element shows, in base units, however many digits it shows of it. */
  async amount(part: 'charged' | 'refunded'): Promise<bigint | null> {
    const text = await this.element.locator(`[part~="${part}"]`).textContent()
    return baseUnitsFromUsd((text ?? '').trim().replace('$', ''))
  }

  /** The shop's text about the order, beside its meter. */
  get orderTitle(): Locator {
    return this.page.getByRole('heading', { level: 1 })
  }

  async fillWallet(): Promise<void> {
    await this.page.getByRole('button', { name: 'Get test AUSD' }).click()
    await expect(this.page.getByText('100 test AUSD arrived.')).toBeVisible()
  }

  get email(): Locator {
    return this.element.getByRole('textbox', { name: 'Email' })
  }

  get duration(): Locator {
    return this.element.getByRole('spinbutton', { name: 'Duration' })
  }

  get unit(): Locator {
    return this.element.getByRole('combobox', { name: 'Unit' })
  }

  /** With a wallet that has not seen the site yet. */
  async connect(): Promise<void> {
    await this.button('Connect wallet').click()
    await this.confirm()
  }

  /** With a connected wallet: writes the e-mail and signs, once. */
  async authorise(email: string): Promise<void> {
    await this.email.fill(email)
    await this.button(/^Authorise/).click()
    await this.confirm()
    await this.page.waitForURL(/\/success\?session=cs_/)
  }

  /** The proof of the receipt on screen, as a file on disk. */
  async downloadReceipt(): Promise<string> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.button('Download proof').click(),
    ])
    return download.path()
  }

  async confirm(): Promise<void> {
    await this.wallet.getByRole('button', { name: 'Confirm', exact: true }).click()
  }

  async reject(): Promise<void> {
    const reject = this.wallet.getByRole('button', { name: 'Reject', exact: true })
    await this.looksAt(reject)
    await reject.click()
  }

  /** As long as a person does: the card tells a refusal within 400 ms from theirs. */
  async looksAt(button: Locator): Promise<void> {
    await button.waitFor()
    const shown = await this.page.evaluate(() => performance.now())
    await this.page.waitForFunction(from => performance.now() - from > 400, shown)
  }

  /** Another visit of the same person with the same browser, in a tab of its own. */
  async inNewTab(): Promise<StorePage> {
    return new StorePage(await this.page.context().newPage(), this.#url, this.prompts)
  }

  /** The typed data for the wallet's signature, as it shows it in full. */
  typedData(): Promise<string | null> {
    return this.wallet.getByRole('region', { name: 'Typed data', includeHidden: true }).textContent()
  }

  /** The data of another browser with only this wallet: its key, and no connected site. */
  async walletAlone(): Promise<{
    cookies: []
    origins: { origin: string; localStorage: { name: string; value: string }[] }[]
  }> {
    const { origins } = await this.page.context().storageState()
    const isKey = ({ name }: { name: string }) =>
      name === 'billing-authorise test wallet dev.per-second.wallet'
    const key = origins.flatMap(({ localStorage }) => localStorage).find(isKey)
    if (!key) throw new Error('the dev wallet has no key')
    return { cookies: [], origins: [{ origin: this.#url, localStorage: [key] }] }
  }

  /** The address of the dev wallet in this browser, in full, once it is shared with the site. */
  async walletAddress(): Promise<Address> {
    let accounts: Address[] = []
    const ask = async () => {
      accounts = await this.page.evaluate(askAccounts)
      return accounts.length
    }
    await expect.poll(ask, { message: 'accounts that the wallet shares' }).toBe(1)
    return accounts[0] as Address
  }
}
