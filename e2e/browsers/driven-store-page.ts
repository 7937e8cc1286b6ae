import { baseUnitsFromUsd } from '@per-second/protocol/money'
import type { Address } from '@per-second/protocol/types'
import { expect } from '@playwright/test'
import { askAccounts } from '../ask-accounts.ts'
import type { DrivenPage } from './driven-page.ts'
import type { Sought } from './find-shown.ts'

const ELEMENT = 'billing-authorise'
const WALLET = 'dialog[open]'

/** A visitor's actions in the store, in any browser. Every element is found through shadow roots by its text. */
export class DrivenStorePage {
  readonly #page: DrivenPage
  readonly #url: string

  constructor(page: DrivenPage, url: string) {
    this.#page = page
    this.#url = url
  }

  async rent(machine: string): Promise<void> {
    await this.#page.goTo(this.#url)
    await this.#press({ inside: 'body', selector: `[aria-label="Rent ${machine}"]` })
    await this.#sees({ inside: ELEMENT, selector: 'button', text: 'Connect wallet' })
  }

  async fillWallet(): Promise<void> {
    await this.#press({ inside: 'body', selector: 'button', text: 'Get test AUSD' })
    await this.#sees({ inside: 'body', selector: '[role=status]', text: '100 test AUSD arrived.' })
  }

  async connect(): Promise<void> {
    await this.press('Connect wallet')
    await this.answers('Confirm')
  }

  async writesEmail(email: string): Promise<void> {
    const field = { inside: ELEMENT, selector: 'input[type=email]' }
    await this.#until('the e-mail field', () => this.#page.type(field, email))
  }

  /** Presses a button of the element, or one of its lengths. */
  press(name: string): Promise<void> {
    return this.#press({ inside: ELEMENT, selector: 'button, .preset', text: name })
  }

  /** Presses a button in the wallet's own dialog. */
  async answers(name: 'Confirm' | 'Reject'): Promise<void> {
    const button = { inside: WALLET, selector: 'button', text: name }
    await this.#sees(button)
    // The card tells a refusal within 400 ms from a person's.
    const shown = await this.#now()
    await this.#until('a person to have read', async () => (await this.#now()) - shown > 400)
    await this.#press(button)
  }

  /** The text of one of the element's parts. */
  part(name: string): Promise<string> {
    return this.#read({ inside: ELEMENT, selector: `[part~="${name}"]` })
  }

  /** An amount the element shows, in base units, however many digits it shows of it. */
  async amount(part: 'charged' | 'refunded'): Promise<bigint | null> {
    return baseUnitsFromUsd((await this.part(part)).replace('$', ''))
  }

  /** All that the element shows, in one line. */
  text(): Promise<string> {
    return this.#read({ inside: ELEMENT, selector: '.card' })
  }

  /** The typed data in the wallet's dialog, in full. */
  async typedData(): Promise<string> {
    await this.#press({ inside: WALLET, selector: 'summary', text: 'Everything you sign' })
    return this.#read({ inside: WALLET, selector: '[aria-label="Typed data"]' })
  }

  /** The whole text of the wallet's dialog, or empty without one. */
  walletText(): Promise<string> {
    return this.#read({ inside: 'body', selector: WALLET })
  }

  async arrivesAtSuccess(): Promise<void> {
    await expect.poll(() => this.#page.url()).toMatch(/\/success\?session=cs_/)
  }

  reload(): Promise<void> {
    return this.#page.reload()
  }

  /** The address of the dev wallet in this browser, in full, once it is shared with the site. */
  async walletAddress(): Promise<Address> {
    let accounts: Address[] = []
    const ask = async () => {
      accounts = await this.#page.evaluate(askAccounts)
      return accounts.length
    }
    await expect.poll(ask, { message: 'accounts that the wallet shares' }).toBe(1)
    return accounts[0] as Address
  }

  /** The page's own clock, in milliseconds. */
  #now(): Promise<number> {
    return this.#page.evaluate(async () => performance.now())
  }

  async #read(sought: Sought): Promise<string> {
    return (await this.#page.read(sought)) ?? ''
  }

  #sees(sought: Sought): Promise<void> {
    return this.#until(
      `${sought.selector} ${sought.text}`,
      async () => (await this.#page.read(sought)) !== null,
    )
  }

  #press(sought: Sought): Promise<void> {
    return this.#until(`${sought.selector} ${sought.text}`, () => this.#page.click(sought))
  }

  async #until(what: string, isDone: () => Promise<boolean>): Promise<void> {
    await expect.poll(isDone, { message: `waiting for ${what}` }).toBe(true)
  }
}
