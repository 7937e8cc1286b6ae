import type { Address } from '@per-second/protocol/types'
import { createDevWalletPanel } from '../dev-wallet/dev-wallet-panel.ts'
import { startDevWallet } from '../dev-wallet/start-dev-wallet.ts'
import { askFaucet, type Eip1193Provider, startFundButton } from './checkout/fund-button.ts'
import { keepCurrent } from './keep-current.ts'

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

if (document.querySelector('#order')) keepCurrent('#order')
