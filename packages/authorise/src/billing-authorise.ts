import type { Address } from '@per-second/protocol/types'
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit'
import { AuthoriseController } from './authorise-controller.ts'
import { checkoutOf, type Phase, publicPhase } from './authorise-state.ts'
import { SCALE_STEPS, scaleFromSeconds } from './duration/duration-scale.ts'
import { accentFrom } from './format/accent.ts'
import { type MeterStatus, meterStatus } from './meter.ts'
import { type Ports, pagePorts } from './ports.ts'
import type { Problem } from './problem.ts'
import type { Pins } from './signing/pins.ts'
import { styles } from './styles/styles.ts'
import { en } from './text/en.ts'
import { cardTemplate } from './view/card.ts'
import type { View } from './view/view.ts'
import type { WagmiWalletOptions } from './wallet/wagmi-wallet.ts'

/** Colours and shape for this element alone; each wins over the merchant's accent and the `--billing-authorise-*` properties. */
export type Appearance = {
  /** `#rgb` or `#rrggbb`. */
  accent?: string
  /** A CSS length. */
  radius?: string
  /** A CSS font family. */
  fontFamily?: string
}

const COPIED_MS = 2_000

/**
 * Authorises a per-second meter with one gasless signature, then shows it running.
 *
 * @summary A receipt you sign: connect, sign in, authorise.
 * @fires billing-authorise-ready - the session is loaded
 * @fires billing-authorise-change - another maximum duration was chosen
 * @fires billing-authorise-signed-in - the subscriber signed in
 * @fires billing-authorise-complete - the session is complete; cancelable
 * @fires billing-authorise-cancel - Cancel was pressed; cancelable
 * @fires billing-authorise-error - something did not work, or was refused
 * @csspart card, header, logo, product, test-mode, rate, duration, amount, max-escrow, rounded-up, steps, account, email, wallets,
 *   wallet, button, facts, error, details, cancel, meter, meter-status, spent, bar, confirm, receipt, charged, refunded, continue
 * @cssprop --billing-authorise-accent, --billing-authorise-on-accent, --billing-authorise-background, --billing-authorise-text,
 *   --billing-authorise-muted, --billing-authorise-border, --billing-authorise-radius, --billing-authorise-font
 */
export class BillingAuthorise extends LitElement {
  static override styles = styles

  static override properties = {
    session: { type: String },
    baseUrl: { type: String, attribute: 'base-url' },
    locale: { type: String },
    theme: { type: String, reflect: true },
    redirect: { type: String },
    chainId: { type: Number, attribute: 'chain-id' },
    escrow: { type: String },
    payee: { type: String },
    wagmiConfig: { attribute: false },
    appearance: { attribute: false },
  }

  /** The checkout session's id, `cs_…`. May arrive late and change. */
  declare session: string | null
  /** Where the service is; the page's origin unless given. */
  declare baseUrl: string | null
  /** A BCP 47 language; the page's unless given. */
  declare locale: string | null
  /** `auto` follows the page's and the system's colour scheme. */
  declare theme: 'auto' | 'light' | 'dark'
  /** `none` never leaves the page by itself. */
  declare redirect: 'auto' | 'none'
  /** Refuses any other chain. */
  declare chainId: number | null
  /** Refuses any escrow but this one. */
  declare escrow: Address | null
  /** Refuses any payee but this one. */
  declare payee: Address | null
  /** The page's own @wagmi/core config; its connection and connectors are used then. */
  declare wagmiConfig: WagmiWalletOptions['wagmiConfig']
  declare appearance: Appearance | null

  readonly #controller: AuthoriseController
  #copied: string | null = null
  #logoFailed: string | null = null
  #place: string | null = null

  constructor() {
    super()
    this.session = null
    this.baseUrl = null
    this.locale = null
    this.theme = 'auto'
    this.redirect = 'auto'
    this.chainId = null
    this.escrow = null
    this.payee = null
    this.wagmiConfig = undefined
    this.appearance = null
    this.#controller = new AuthoriseController(this, this.ports())
  }

  /** How far the checkout is. */
  get phase(): Phase {
    return publicPhase(this.#controller.state)
  }

  /** What the meter does once the session is complete; null before, and while nobody has signed in to see it. */
  get meter(): MeterStatus | null {
    const { state } = this.#controller
    return state.phase === 'complete' && state.reading ? meterStatus(state.reading.subscription) : null
  }

  /** @internal What the page insists on. */
  get pins(): Pins {
    return { chainId: this.chainId, escrow: this.escrow || null, payee: this.payee || null }
  }

  /** @internal */
  describe(problem: Problem): string {
    const merchant = checkoutOf(this.#controller.state)?.session.merchant.name ?? ''
    const { title, advice } = en.problem(problem, merchant)
    return `${title} ${advice}`
  }

  /** What the element reaches outside itself; a subclass may bring its own. */
  protected ports(): Ports {
    return pagePorts()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('session') && !changed.has('baseUrl')) return
    this.#controller.setTarget(this.session || null, this.baseUrl || globalThis.location?.origin || '')
  }

  protected override render(): TemplateResult {
    return html`<div class="card" part="card" lang=${en.locale}>${cardTemplate(this.#view())}</div>`
  }

  protected override updated(): void {
    this.#paint()
    this.#moveFocus()
  }

  #view(): View {
    const controller = this.#controller
    return {
      state: controller.state,
      text: en,
      now: controller.now(),
      redirect: this.redirect,
      pageHref: controller.pageHref(),
      pinnedPayee: this.pins.payee,
      copied: this.#copied,
      logoFailed: this.#logoFailed !== null && this.#logoFailed === this.#logoUrl(),
      send: event => controller.dispatch(event),
      preloadWallet: () => controller.preloadWallet(),
      copy: value => void this.#copy(value),
      failLogo: () => {
        this.#logoFailed = this.#logoUrl()
        this.requestUpdate()
      },
      download,
    }
  }

  #logoUrl(): string | null {
    return checkoutOf(this.#controller.state)?.session.merchant.logo_url ?? null
  }

  /** Each step of a person who is at it begins where the next thing is to be done; a page that merely loads keeps its focus. */
  #moveFocus(): void {
    const { state } = this.#controller
    const listing = state.phase === 'choosing' && Array.isArray(state.wallets)
    const place = listing ? '.wallet' : state.phase === 'signing_in' ? '.email' : null
    const arrived = place !== this.#place
    this.#place = place
    if (!arrived || place === null || !this.#controller.isAttended) return
    this.renderRoot.querySelector<HTMLElement>(place)?.focus({ preventScroll: true })
  }

  /** Colours go through the CSS object model: a strict content security policy forbids style attributes. */
  #paint(): void {
    const card = this.renderRoot.querySelector<HTMLElement>('.card')
    const checkout = checkoutOf(this.#controller.state)
    if (!card) return
    const accent = accentFrom(this.appearance?.accent ?? checkout?.session.merchant.accent ?? null)
    const seconds = checkout?.duration.seconds ?? 0
    const values: Record<string, string | null | undefined> = {
      '--_accent-light': accent?.light,
      '--_accent-dark': accent?.dark,
      '--_on-accent-light': accent?.onLight,
      '--_on-accent-dark': accent?.onDark,
      '--_radius': this.appearance?.radius,
      '--_font': this.appearance?.fontFamily,
      '--_share': String(scaleFromSeconds(seconds) / SCALE_STEPS),
    }
    for (const [name, value] of Object.entries(values)) {
      if (value) card.style.setProperty(name, value)
      else card.style.removeProperty(name)
    }
  }

  async #copy(value: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
    } catch {
      return
    }
    this.#copied = value
    this.requestUpdate()
    setTimeout(() => {
      if (this.#copied !== value) return
      this.#copied = null
      this.requestUpdate()
    }, COPIED_MS)
  }
}

function download(fileName: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
