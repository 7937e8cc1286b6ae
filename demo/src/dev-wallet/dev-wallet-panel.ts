import { buildElement } from './build-element.ts'
import { formatAusd } from './describe-payment.ts'
import type { DevWallet } from './start-dev-wallet.ts'
import { WALLET_ICON_URI } from './wallet-icon.ts'
import { adoptStyles } from './wallet-styles.ts'

/** How much "Get test AUSD" asks for, in whole AUSD. */
const FAUCET_AMOUNT = '100'
const REFRESH_MS = 5_000

export type DevWalletPanel = {
  readonly element: HTMLElement
  /** Ends the reading every few seconds. */
  dispose(): void
}

/** A strip for the store's page: the dev wallet's address and balance, and a button that fills it. */
export function createDevWalletPanel(wallet: DevWallet): DevWalletPanel {
  const element = buildElement('div')
  const root = element.attachShadow({ mode: 'open' })
  adoptStyles(root, 'panel')
  const balance = buildElement('p', { class: 'balance', text: '…' })
  const status = buildElement('p', { class: 'quiet', attributes: { role: 'status' } })
  const fill = buildElement('button', { text: 'Get test AUSD', attributes: { type: 'button' } })
  const shortAddress = `${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}`
  root.append(
    buildElement('section', { class: 'panel', attributes: { 'aria-label': 'Dev wallet' } }, [
      buildElement('img', { attributes: { src: WALLET_ICON_URI, alt: '' } }),
      buildElement('div', { class: 'who' }, [
        balance,
        buildElement('p', {
          class: 'quiet',
          text: `Dev wallet ${shortAddress}`,
          attributes: { title: wallet.address },
        }),
        status,
      ]),
      fill,
    ]),
  )

  async function refresh(): Promise<void> {
    const units = await wallet.balance().catch(() => null)
    balance.textContent = units === null ? 'Balance unknown' : formatAusd(units)
  }

  fill.addEventListener('click', async () => {
    fill.disabled = true
    status.textContent = `Sending ${FAUCET_AMOUNT} test AUSD…`
    try {
      await wallet.getTestAusd(FAUCET_AMOUNT)
      status.textContent = `${FAUCET_AMOUNT} test AUSD arrived.`
    } catch {
      status.textContent = 'The faucet did not answer. Try again.'
    } finally {
      fill.disabled = false
      await refresh()
    }
  })

  const timer = setInterval(() => document.hidden || refresh(), REFRESH_MS)
  void refresh()
  return { element, dispose: () => clearInterval(timer) }
}
