import type { Address, Hex } from '@per-second/protocol/types'
import { expect } from '@playwright/test'
import { type ElementHandle, type Page, ProtocolError } from 'puppeteer-core'

const ELEMENT = 'billing-authorise >>>'
const WALLET = 'dialog[open]'

/** What a visitor does in the store, with Firefox. Everything is found through shadow roots by what stands on it. */
export class FirefoxStorePage {
  readonly page: Page
  readonly #url: string

  constructor(page: Page, url: string) {
    this.page = page
    this.#url = url
  }

  async rent(machine: string): Promise<void> {
    await this.page.goto(this.#url)
    await this.#press(`Rent ${machine}`, () => this.#rentButton(machine))
    await this.find('button', 'Connect wallet')
  }

  async fillWallet(): Promise<void> {
    await this.#press('Get test AUSD', () => this.#matching('>>> button', 'Get test AUSD'))
    await this.#until('the faucet to answer', () =>
      this.#matching('>>> [role=status]', '100 test AUSD arrived.'),
    )
  }

  async connect(): Promise<void> {
    await this.press('Connect wallet')
    await this.press('Dev wallet')
    await this.answers('Confirm')
  }

  async signIn(email: string): Promise<void> {
    await this.writesEmail(email)
    await this.press('Sign in')
    await this.answers('Confirm')
    await this.find('button', /^Authorise/)
  }

  async writesEmail(email: string): Promise<void> {
    const field = await this.find('input[type=email]', '')
    await field.click()
    await this.page.keyboard.type(email)
  }

  /** Presses a button of the element. */
  press(name: string | RegExp): Promise<void> {
    return this.#press(String(name), () => this.#matching(`${ELEMENT} button`, name))
  }

  /** Presses a button in the wallet's own dialog. */
  answers(name: 'Confirm' | 'Reject'): Promise<void> {
    return this.#press(`${name} in the wallet`, () => this.#matching(`>>> ${WALLET} button`, name))
  }

  /** Something usable inside the element, by selector and by the whole of its text. */
  find(selector: string, text: string | RegExp): Promise<ElementHandle<HTMLElement>> {
    return this.#until(`${selector} "${text}"`, () => this.#matching(`${ELEMENT} ${selector}`, text))
  }

  /** What the element shows in one of its parts. */
  part(name: string): Promise<string> {
    return this.#read(`${ELEMENT} [part~="${name}"]`, part => part.textContent ?? '')
  }

  /** All that the element shows, in one line. */
  text(): Promise<string> {
    return this.#read(`${ELEMENT} .card`, card => card.textContent ?? '')
  }

  /** All that the wallet's dialog shows; empty while it asks nothing. */
  walletText(): Promise<string> {
    return this.#read(`>>> ${WALLET}`, dialog => dialog.textContent ?? '')
  }

  async arrivesAtSuccess(): Promise<void> {
    await expect.poll(() => this.page.url()).toMatch(/\/success\?session=cs_/)
  }

  /** The address of the dev wallet in this browser, in full, from the wallet itself. */
  async walletAddress(): Promise<Address> {
    const accounts = await this.page.evaluate(
      () =>
        new Promise<Hex[]>((resolve, reject) => {
          type Announced = CustomEvent<{
            info: { name: string }
            provider: { request(call: object): Promise<Hex[]> }
          }>
          addEventListener('eip6963:announceProvider', event => {
            const { info, provider } = (event as Announced).detail
            if (info.name === 'Dev wallet') provider.request({ method: 'eth_accounts' }).then(resolve, reject)
          })
          dispatchEvent(new Event('eip6963:requestProvider'))
        }),
    )
    const [address] = accounts
    if (!address) throw new Error('the dev wallet is not connected')
    return address
  }

  async #read(selector: string, reader: (element: HTMLElement) => string): Promise<string> {
    const look = async () => {
      const handle = (await this.page.$(selector)) as ElementHandle<HTMLElement> | null
      return handle ? handle.evaluate(reader) : null
    }
    return ((await look().catch(forgetVanished)) ?? '').trim().replace(/\s+/g, ' ')
  }

  async #rentButton(machine: string): Promise<ElementHandle<HTMLElement> | null> {
    for (const item of await this.page.$$('li')) {
      if (!(await item.evaluate((li, name) => li.textContent?.includes(name), machine))) continue
      return (await item.$('button')) as ElementHandle<HTMLElement> | null
    }
    return null
  }

  async #matching(selector: string, text: string | RegExp): Promise<ElementHandle<HTMLElement> | null> {
    for (const handle of (await this.page.$$(selector)) as ElementHandle<HTMLElement>[]) {
      const { shown, usable } = await handle.evaluate(element => ({
        shown: element.textContent?.trim().replace(/\s+/g, ' ') ?? '',
        usable:
          element.getClientRects().length > 0 &&
          !element.matches(':disabled') &&
          element.ariaDisabled !== 'true',
      }))
      if (usable && (typeof text === 'string' ? shown === text : text.test(shown))) return handle
    }
    return null
  }

  async #press(what: string, look: () => Promise<ElementHandle<HTMLElement> | null>): Promise<void> {
    const handle = await this.#until(what, look)
    await handle.click()
  }

  async #until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
    let found: T | null = null
    await expect
      .poll(
        async () => {
          found = await look().catch(forgetVanished)
          return found !== null
        },
        { message: `waiting for ${what}` },
      )
      .toBe(true)
    return found as T
  }
}

/** What is drawn anew, or left behind by a navigation, while somebody looks at it is simply not there yet. */
function forgetVanished(error: unknown): null {
  if (error instanceof ProtocolError) return null
  throw error
}
