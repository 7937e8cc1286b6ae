import { html, svg, type TemplateResult } from 'lit'
import type { Code } from '../format/draw-code.ts'
import type { Text } from '../text/text.ts'
import type { Pairing } from '../wallet/wallet.ts'
import { icon } from './later-icons.ts'
import type { View } from './view.ts'

/** Modules of quiet around a QR code (ISO/IEC 18004). */
const QUIET = 4

type PairingState = { pairing: Pairing; wallet: { name: string } }

/** How a wallet on another device is reached: a code to scan, and on the same device its link, opened or copied. */
export function pairingTemplate(view: View, { pairing, wallet }: PairingState): TemplateResult {
  const { text } = view
  const { uri } = pairing
  return html`
    <div class="pairing" part="pairing" role="group" aria-label=${text.walletChoose}>
      ${codeTemplate(pairing, text)}
      <p class="note" role="status">${text.pairing.scan}</p>
      <div class="controls">
        <a class="secondary" part="button" href=${uri} rel="noreferrer">${text.openInWallet(wallet.name)}</a>
        <button type="button" class="secondary" part="button" @click=${() => view.copy(uri)}>
          ${view.copied === uri ? icon('check') : icon('copy')}${view.copied === uri ? text.copied : text.pairing.copy}
        </button>
      </div>
      <button type="button" class="text-button" @click=${() => view.send({ type: 'change_wallet_pressed' })}>
        ${text.changeWalletLabel}
      </button>
    </div>
  `
}

/** A QR code, or its place until it is drawn. */
export function codeTemplate(code: Code | null, { codePicture }: Text): TemplateResult {
  const { size, path } = code ?? { size: 25, path: '' }
  const side = size + 2 * QUIET
  return html`<svg class="qr" part="qr" viewBox="${-QUIET} ${-QUIET} ${side} ${side}" role="img" aria-label=${codePicture}>${svg`<path d=${path} />`}</svg>`
}
