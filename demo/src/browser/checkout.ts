import type { Address } from '@per-second/protocol/types'
import { createDevWalletPanel } from '../dev-wallet/dev-wallet-panel.ts'
import { startDevWallet } from '../dev-wallet/start-dev-wallet.ts'
import { askFaucet } from './checkout/ask-faucet.ts'
import { askOrder } from './checkout/ask-order.ts'
import { followOrder } from './checkout/follow-order.ts'
import { type Eip1193Provider, startFundButton } from './checkout/fund-button.ts'
import { startOtherWallet } from './checkout/other-wallet.ts'

const { rpcUrl, chainId, token } = document.querySelector<HTMLElement>('[data-chain-id]')?.dataset ?? {}

const wallet =
  rpcUrl && chainId && token
    ? startDevWallet({ rpcUrl, chainId: Number(chainId), token: token as Address, faucet: askFaucet })
    : null
const place = document.querySelector('#dev-wallet')
if (wallet && place) place.append(createDevWalletPanel(wallet).element)

const fund = document.querySelector<HTMLButtonElement>('#fund')
const { ethereum } = window as { ethereum?: Eip1193Provider }
if (fund) startFundButton(fund, [wallet?.provider, ethereum])

const form = document.querySelector<HTMLFormElement>('#other-wallet')
if (form) startOtherWallet(form)

const order = document.querySelector<HTMLElement>('#order')
const session = order?.dataset.session
if (order && session) followOrder(order, { ask: () => askOrder(session), everyMs: 1000 })
