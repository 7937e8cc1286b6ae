import { MIN_DURATION_SECONDS } from '@per-second/protocol/time'
import { html, nothing, type TemplateResult } from 'lit'
import { formatDuration } from '../format/format-duration.ts'
import { type Shortfall, shortfallIn } from '../machine/shortfall.ts'
import type { Checkout } from '../machine/state.ts'
import { walletLinks } from '../wallet/wallet-links.ts'
import { icon } from './later-icons.ts'
import { codeTemplate, copyLink } from './pairing.ts'
import { shortfallText } from './problem-text.ts'
import type { View } from './view.ts'

/**
 * A stop before the next step, above the button in the place of steps and email: no wallet, or too little money in it. Null where there
 * is neither.
 */
export function stopTemplate(view: View, checkout: Checkout): TemplateResult | null {
  if (isWithoutWallet(view)) return noWalletTemplate(view)
  const { state } = view
  if (state.phase === 'error' && state.problem.shortfall)
    return shortfallTemplate(view, checkout, { ...state.problem.shortfall, role: 'alert' })
  const isTold = checkout.notice || checkout.emailRefused
  const shortfall = state.phase === 'reviewing' && !isTold ? shortfallIn(checkout) : null
  return shortfall && shortfallTemplate(view, checkout, { ...shortfall, role: 'status' })
}

/** Known before the subscriber presses the button, and told after. */
function isWithoutWallet({ state, found }: View): boolean {
  if (state.phase === 'error') return state.problem.code === 'no_wallet'
  return state.phase === 'choosing' && !Array.isArray(state.wallets) && found?.length === 0
}

/** On a phone the apps whose browsers can open this page, on a desk the way to a phone. */
function noWalletTemplate(view: View): TemplateResult {
  const { text, state, pageHref } = view
  const { title, advice } = view.describe({ code: 'no_wallet' })
  const isError = state.phase === 'error'
  const links = walletLinks(pageHref, navigator)
  const words = text.noWallet
  const [before, after] = text.openInWallet('\0').split('\0')
  return html`
    <div class="need" part="no-wallet ${isError ? 'error' : ''}" id="message" role=${isError ? 'alert' : nothing}>
      <h3>${title}</h3>
      <p class="quiet">${advice}</p>
      <p class="quiet">${words.ausd}</p>
    </div>
    ${
      links.length > 0
        ? html`<div class="links">${links.map(
            ({ name, href }) =>
              html`<a class="secondary" part="button" href=${href} rel="noreferrer"><span class="initial" aria-hidden="true">${name[0]}</span><span>${before}<strong>${name}</strong>${after}</span></a>`,
          )}</div>`
        : nothing
    }
    ${
      links.length > 0 || isPhone()
        ? copyLink(view, { value: pageHref, label: text.copyPageLink })
        : html`<div class="scan message">
            ${codeTemplate(view.code(pageHref), text)}
            <div>
              <p><strong>${words.onPhone}</strong></p>
              <p>${words.scan}</p>
              ${copyLink(view, { value: pageHref, label: text.copyPageLink })}
            </div>
          </div>`
    }
  `
}

/** The shop's own ways to pay, last. */
export function otherWaysTemplate(view: View, { session }: Checkout): TemplateResult | typeof nothing {
  if (!isWithoutWallet(view)) return nothing
  return html`
    <p class="or" hidden><span>${view.text.noWallet.otherWays(session.merchant.name)}</span></p>
    <slot name="no-wallet" @slotchange=${showLine}></slot>
  `
}

/** The line above the shop's own ways to pay, where there are some. The event may come after the next drawing of the card, without the slot. */
function showLine({ target }: Event): void {
  const slot = target as HTMLSlotElement
  const line = slot.previousElementSibling as HTMLElement | null
  if (line) line.hidden = slot.assignedElements().length === 0
}

/** The missing sum, where to send it, and the longest duration that needs no more. The subscriber can act, so it is amber. */
function shortfallTemplate(
  view: View,
  checkout: Checkout,
  { role, ...shortfall }: Shortfall & { role: 'alert' | 'status' },
): TemplateResult {
  const { send, text, state } = view
  const { session, duration, isFilled } = checkout
  const { longestSeconds } = shortfall
  const { title, advice } = shortfallText(shortfall, text)
  const { least } = duration
  const canShorten = session.max_duration_seconds === null && longestSeconds >= least
  // In whole minutes, as a person would type it.
  const seconds = Math.max(least, longestSeconds - (longestSeconds % MIN_DURATION_SECONDS))
  return html`
    <div class="message problem notice" part="error" id="message" role=${role}>
      <p class="lead">${icon('down')}<span><strong>${title}</strong> ${advice}</span></p>
        ${isFilled && state.phase === 'error' ? html`<p>${text.nothingYet}</p>` : nothing}
        ${sendTemplate(view, checkout)}
        ${
          canShorten
            ? html`<button
                type="button"
                class="text-button longest"
                part="longest"
                @click=${() => send({ type: 'duration_edited', edit: { seconds } })}
              >
                ${text.useLongest(formatDuration(seconds, text))}
              </button>`
            : nothing
        }
        <slot name="fund"><p>${text.whereToGet(session.merchant.name)}</p></slot>
    </div>
  `
}

/** The whole address with its network, because money sent on another one is lost. */
function sendTemplate(view: View, { chain, connection }: Checkout): TemplateResult | typeof nothing {
  const { text } = view
  if (!chain || !connection) return nothing
  const { address } = connection
  const [before, after] = text.sendTo('\0').split('\0')
  const isOnPhone = isPhone()
  const code = codeTemplate(view.code(address), text)
  const copied = { value: address, label: text.copyAddress }
  return html`
    <div class=${isOnPhone ? '' : 'scan'}>
      ${isOnPhone ? nothing : code}
      <div>
        <p>${before}<strong>${chain.name}</strong>${after}</p>
        <p><bdi class="address whole" dir="ltr">${address}</bdi></p>
        ${isOnPhone ? nothing : copyLink(view, copied)}
      </div>
    </div>
    ${
      isOnPhone
        ? html`<div class="controls">
            ${copyLink(view, { ...copied, kind: 'secondary' })}
            <details class="code"><summary class="secondary">${text.showCode}</summary>${code}</details>
          </div>`
        : nothing
    }
  `
}

/** A phone cannot scan its own screen. */
function isPhone(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
