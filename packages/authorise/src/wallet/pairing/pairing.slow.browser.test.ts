import axe from 'axe-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { arrives, button } from '../../../test/person.ts'
import { rested } from '../../../test/rested.ts'
import { type Stage, stage } from '../../../test/stage.ts'
import { createWagmiWallet } from '../wagmi-wallet.ts'
import {
  createFakePairingClient,
  type FakePairingClient,
  type FakePairingOptions,
} from './fake-pairing-client.fixture.ts'

beforeEach(() => document.body.replaceChildren())
afterEach(() => forcesColours('none'))

test('default: scan or open the link, authorise', async () => {
  const { here, client } = shop()
  const release = client.phone.controls.hold()
  await chooses()
  await arrives(here, 'connecting')
  await expect.element(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open in WalletConnect' }))
    .toHaveAttribute('href', expect.stringMatching(/^wc:/))
  await expect.element(button('Copy link')).toBeVisible()
  release()
  await arrives(here, 'reviewing')
  await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
  await button(/^Authorise/).click()
  await arrives(here, 'complete')
  expect(client.phone.controls.prompts).toEqual(['connect', 'typed_data'])
})

test('behaviour: back to the list before a scan, and the late session is ended', async () => {
  const { here, client } = shop()
  const release = client.phone.controls.hold()
  await chooses()
  await expect.element(button('Copy link')).toBeVisible()
  await button('Change wallet').click()
  await expect.element(button('WalletConnect')).toBeVisible()
  expect(here.element.phase).toBe('choosing')
  release()
  await expect.poll(() => client.left).toEqual(['topic-1'])
  expect(here.element.phase).toBe('choosing')
})

test('behaviour: the code is accessible in every look and direction, and stays dark on light', async () => {
  const { here, client } = shop()
  client.phone.controls.hold()
  await chooses()
  await expect.element(button('Copy link')).toBeVisible()
  const found: unknown[] = []
  for (const locale of ['en', 'ar']) {
    here.element.locale = locale
    for (const look of ['light', 'dark', 'forced'] as const) {
      here.element.theme = look === 'forced' ? 'auto' : look
      await forcesColours(look === 'forced' ? 'active' : 'none')
      await rested(here.element)
      const rules = { region: { enabled: false }, 'target-size': { enabled: true } }
      const { violations } = await axe.run(here.element, { rules })
      for (const { id, nodes } of violations) found.push([locale, look, id, nodes.map(({ html }) => html)])
      const code = getComputedStyle(here.element.shadowRoot?.querySelector('.qr') as Element)
      expect([code.backgroundColor, code.fill]).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
    }
  }
  expect(found).toEqual([])
})

test('error: the code expires; trying again shows a new one', async () => {
  const options: FakePairingOptions = { linkSeconds: 1 }
  const { here, client } = shop(options)
  client.phone.controls.hold()
  await chooses()
  await arrives(here, 'error')
  await expect.element(page.getByRole('alert')).toMatchTextContent('The code has expired.')
  options.linkSeconds = 300
  await button('Try again').click()
  await expect.element(button('Copy link')).toBeVisible()
})

test('error: declined on the phone', async () => {
  const { here, client } = shop()
  client.phone.controls.answer('connect', 'reject')
  await chooses()
  await arrives(here, 'error')
  await expect.element(page.getByRole('alert')).toMatchTextContent('You declined in your wallet.')
})

test('error: no relay', async () => {
  const { here, client } = shop()
  client.connect = () => Promise.reject(new Error('socket'))
  await chooses()
  await arrives(here, 'error')
  await expect.element(page.getByRole('alert')).toMatchTextContent('WalletConnect cannot be reached.')
})

test('behaviour: without a project id the choice is missing', async () => {
  // The adapter as the element makes it: a stage's own has no options.
  stage({ wallet: { missing: true }, ports: { loadWallet: async options => createWagmiWallet(options) } })
  await button('I have installed a wallet: Connect wallet').click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('no wallet')
  expect(button('WalletConnect').query()).toBeNull()
})

async function forcesColours(value: 'active' | 'none'): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
}

/** The only choice, which is used without a list. */
async function chooses(): Promise<void> {
  await button('Connect wallet').click()
}

function shop(options: FakePairingOptions = {}): { here: Stage; client: FakePairingClient } {
  const client = createFakePairingClient(Object.assign(options, { chainId: 31_337 }))
  const here = stage({
    wallet: { missing: true },
    attributes: { 'wallet-connect-project-id': 'project' },
    ports: {
      loadWallet: async ({ walletConnect }) =>
        createWagmiWallet({
          walletConnect: walletConnect && { ...walletConnect, loadClient: async () => client },
        }),
    },
  })
  return { here, client }
}
