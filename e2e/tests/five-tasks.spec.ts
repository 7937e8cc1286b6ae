import { devices, type Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { finger, type Hands, keyboard } from '../pages/hands.ts'
import type { StorePage } from '../pages/store-page.ts'

const { viewport, userAgent, hasTouch, isMobile, deviceScaleFactor } = devices['Pixel 7']

const WAYS = [
  { way: 'by keyboard', hands: keyboard, device: { hasTouch: false } },
  {
    way: 'on a phone',
    hands: finger,
    device: { viewport, userAgent, hasTouch, isMobile, deviceScaleFactor },
  },
]

for (const { way, hands, device } of WAYS)
  test.describe(way, () => {
    test.use(device)

    test(`who declines the sum takes less at once, ${way}`, async ({ store, page, chain }) => {
      const person = visitor(store, page, hands(page))
      await person.rents('Sandbox')
      await person.fillsWallet()
      await person.connects()
      await person.signs('Reject')
      await expect(store.element.getByText('Nothing was signed and nothing was charged.')).toBeVisible()
      await person.choose(store.element.getByRole('radio', { name: '10 min' }))
      await person.signs('Confirm')
      await person.seesTheMeterRun()
      expect(await chain.balanceOf(await store.walletAddress())).toBe(100_000_000n - 5_100n)
    })

    test(`who has no wallet is told what it takes, ${way}`, async ({ store, page }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.addInitScript(() => {
        window.addEventListener('eip6963:announceProvider', event => event.stopImmediatePropagation(), true)
      })
      const person = visitor(store, page, hands(page))
      await person.rents('Sandbox')
      await expect(store.element.getByText('You need a wallet app that holds AUSD')).toBeVisible()
      await expect(store.element.getByText('A wallet is an app')).toBeVisible()
      await expect(store.element.getByText('AUSD are digital US dollars')).toBeVisible()
      await expect(store.element.getByRole('alert')).toBeHidden()
      // A phone cannot scan its own screen.
      await expect(store.element.getByRole('img', { name: 'QR code' })).toHaveCount(device.hasTouch ? 0 : 1)
      await person.press(store.button('Copy this page’s link'))
      await expect(store.button('Copied')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
      await person.press(store.button('I have installed a wallet: Connect wallet'))
      await expect(store.element.getByRole('alert')).toContainText('no wallet')
    })

    test(`who has no money is told how much and where to, adds it and goes on, ${way}`, async ({
      store,
      page,
    }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const person = visitor(store, page, hands(page))
      await person.rents('Sandbox')
      await person.connects()
      await person.press(store.button(/^Authorise/))
      await expect(store.element.getByText('Your wallet needs 0.0306 AUSD more')).toBeVisible()
      await person.press(store.button('Copy address'))
      const address = await page.evaluate(() => navigator.clipboard.readText())
      expect(address.toLowerCase()).toBe((await store.walletAddress()).toLowerCase())
      await person.press(store.button('I have added it'))
      await expect(store.element.getByText('Nothing has arrived yet. It can take a minute.')).toBeVisible()
      await person.fillsWallet()
      await person.press(store.button('I have added it'))
      await person.answers('Confirm')
      await person.seesTheMeterRun()
    })

    test(`who types five days gets five days, ${way}`, async ({ store, page, chain }) => {
      const person = visitor(store, page, hands(page))
      await person.rents('Sandbox')
      await person.fillsWallet()
      await person.write(store.duration, '5')
      await person.pick(store.unit, 'days')
      await expect(store.maxEscrow).toHaveText('$3.672')
      await person.connects()
      await person.signs('Confirm')
      await person.seesTheMeterRun()
      expect(await chain.balanceOf(await store.walletAddress())).toBe(100_000_000n - 3_672_000n)
    })

    test(`who buys for less than the minimum is brought to it, ${way}`, async ({ store, page, chain }) => {
      // As a service on a real chain has it.
      await page.route('**/v1/client/checkout/sessions/*/chain', async route => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), min_deposit_usd: '0.1' } })
      })
      const person = visitor(store, page, hands(page))
      await person.rents('Sandbox')
      await person.fillsWallet()
      await person.write(store.duration, '1')
      await expect(
        store.element.getByText('At least 3 hours 17 minutes: the smallest deposit is $0.10.'),
      ).toBeVisible()
      await person.choose(store.element.getByRole('radio', { name: '4 hours' }))
      await person.connects()
      await person.signs('Confirm')
      await person.seesTheMeterRun()
      expect(await chain.balanceOf(await store.walletAddress())).toBe(100_000_000n - 122_400n)
    })
  })

/** A visitor of the store with these hands. */
function visitor(store: StorePage, page: Page, hands: Hands) {
  const answers = async (name: 'Confirm' | 'Reject') => {
    const button = store.wallet.getByRole('button', { name, exact: true })
    await store.looksAt(button)
    await hands.press(button)
  }
  return {
    ...hands,
    answers,
    rents: async (machine: string) => {
      await store.visit()
      await hands.press(store.rentButton(machine))
      await expect(store.maxEscrow).toBeVisible()
    },
    fillsWallet: async () => {
      await hands.press(page.getByRole('button', { name: 'Get test AUSD' }))
      await expect(page.getByText('100 test AUSD arrived.')).toBeVisible()
    },
    connects: async () => {
      await hands.write(store.email, 'ada@example.com')
      await hands.press(store.button('Connect wallet'))
      await answers('Confirm')
      await expect(store.button(/^Authorise/)).toBeVisible()
    },
    signs: async (answer: 'Confirm' | 'Reject') => {
      await hands.press(store.button(/^Authorise/))
      await answers(answer)
    },
    seesTheMeterRun: async () => {
      await page.waitForURL(/\/success\?session=cs_/)
      await expect(store.element.getByText('Running')).toBeVisible()
    },
  }
}
