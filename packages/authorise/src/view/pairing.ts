import { css, html, svg, type TemplateResult } from 'lit'
import type { Code } from '../format/draw-code.ts'
import type { Text } from '../text/text.ts'
import { icon } from './later-icons.ts'
import type { View } from './view.ts'

/** Modules of quiet around a QR code (ISO/IEC 18004). */
const QUIET = 4

/** How a wallet on another device is reached: a code to scan, and on the same device its link, opened or copied. */
export function pairingTemplate(view: View, { link, name }: { link: string; name: string }): TemplateResult {
  const { text } = view
  return html`
    <div class="pairing" part="pairing" role="group" aria-label=${text.walletChoose}>
      ${codeTemplate(view.code(link), text)}
      <p class="note" role="status">${text.pairing.scan}</p>
      <div class="controls">
        <a class="secondary" part="button" href=${link} rel="noreferrer">${text.openInWallet(name)}</a>
        ${copyLink(view, { value: link, label: text.pairing.copy, kind: 'secondary' })}
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

/** A button that copies a value, and says for a moment that it did. */
export function copyLink(
  { text, copied, copy }: View,
  { value, label, kind = 'text-button' }: { value: string; label: string; kind?: string },
): TemplateResult {
  const isCopied = copied === value
  return html`<button type="button" class=${kind} part="button" @click=${() => copy(value)}>
    ${icon(isCopied ? 'check' : 'copy')}${isCopied ? text.copied : label}
  </button>`
}

/** A code is dark on light in every theme. */
export const pairingStyles = css`
  .pairing {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 12px;
    animation: appear var(--_ease) backwards;
  }
  .qr {
    width: 100%;
    max-width: 240px;
    background: #ffffff;
    fill: #000000;
    border: 1px solid var(--_border);
    border-radius: var(--_corner-small);
    shape-rendering: crispedges;
    forced-color-adjust: none;
  }
  .pairing .controls {
    width: 100%;
    margin: 0;
  }
`
