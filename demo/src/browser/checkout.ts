import type { Address } from '@per-second/protocol/types'
import { createDevWalletPanel } from '../dev-wallet/dev-wallet-panel.ts'
import { startDevWallet } from '../dev-wallet/start-dev-wallet.ts'
import { askFaucet } from './checkout/ask-faucet.ts'
import { askOrder } from './checkout/ask-order.ts'
import { followOrder } from './checkout/follow-order.ts'
import { startOtherWallet } from './checkout/other-wallet.ts'

const { rpcUrl, chainId, token } = document.querySelector<HTMLElement>('[data-chain-id]')?.dataset ?? {}

if (rpcUrl && chainId && token) {
  const options = { rpcUrl, chainId: Number(chainId), token: token as Address, faucet: askFaucet }
  const wallet = startDevWallet(options)
  const place = document.querySelector('#dev-wallet')
  if (wallet && place) place.append(createDevWalletPanel(wallet).element)
}

const form = document.querySelector<HTMLFormElement>('#other-wallet')
if (form) startOtherWallet(form)

const order = document.querySelector<HTMLElement>('#order')
const session = order?.dataset.session
if (order && session) followOrder(order, { ask: () => askOrder(session), everyMs: 1000 })
