import type { Address } from '@per-second/protocol/types'
import { createDevWalletPanel } from '../dev-wallet/dev-wallet-panel.ts'
import { startDevWallet } from '../dev-wallet/start-dev-wallet.ts'
import { askFaucet } from './checkout/ask-faucet.ts'
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
