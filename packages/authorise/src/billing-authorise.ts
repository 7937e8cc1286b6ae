import type { Address } from '@per-second/protocol/types'
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit'
import type { Appearance } from './appearance/appearance.ts'
import { AuthoriseController } from './controller.ts'
import { AlteredNodes } from './dom/altered-nodes.ts'
import { exitHref } from './dom/exit-href.ts'
import { keepKeys, showValues } from './dom/fields.ts'
import type { ForeignHands } from './dom/foreign-hands.ts'
import { paint } from './dom/paint.ts'
import { proposedLengths } from './machine/duration-draft.ts'
import type { Event } from './machine/event.ts'
import type { Problem } from './machine/problem.ts'
import { checkoutOf, type Phase, publicPhase, type State } from './machine/state.ts'
import type { MeterStatus } from './meter/meter-status.ts'
import { type Ports, pagePorts } from './ports.ts'
import type { Pins } from './signing/pins.ts'
import { StyleController } from './styles/style-controller.ts'
import { overrideText, type TextOverrides } from './text/override-text.ts'
import type { ProblemText, Text } from './text/text.ts'
import { TextController } from './text/text-controller.ts'
import { cardTemplate } from './view/card.ts'
import { drawFigures } from './view/figure.ts'
import { skeletonTemplate } from './view/skeleton.ts'
import { styles } from './view/styles.ts'
import { UNLOADED, unavailableTemplate, unloadedTemplate } from './view/unavailable.ts'
import type { View } from './view/view.ts'
import type { WagmiWalletOptions } from './wallet/wagmi-wallet.ts'

/** Events by which a person begins to use the element. The next chunk is then loaded. */
const INTENT = ['pointerenter', 'pointerdown', 'focusin']

/**
 * Authorises a per-second meter with one gasless signature, then shows it running.
 *
 * @summary A receipt you sign: choose, connect, authorise.
 * @tagname billing-authorise
 *
 * @fires {BillingAuthoriseReadyEvent} billing-authorise-ready - The session is loaded and the amount on screen.
 * @fires {BillingAuthoriseChangeEvent} billing-authorise-change - Another maximum duration was chosen.
 * @fires {BillingAuthoriseSignedInEvent} billing-authorise-signed-in - The subscriber signed in.
 * @fires {BillingAuthoriseCompleteEvent} billing-authorise-complete - The session is complete; cancelable, to stay on the page.
 * @fires {BillingAuthoriseCancelEvent} billing-authorise-cancel - Cancel was pressed; cancelable, to stay on the page.
 * @fires {BillingAuthoriseExtendEvent} billing-authorise-extend - Extend was pressed; cancelable, to stay on the page.
 * @fires {BillingAuthoriseErrorEvent} billing-authorise-error - A step failed, or was refused.
 * @fires {BillingAuthoriseMeterEvent} billing-authorise-meter - The meter of a complete session started, paused, resumed or ended.
 * @fires {BillingAuthorisePhaseEvent} billing-authorise-phase - The checkout went on to another phase.
 *
 * @slot logo - Replaces the merchant's logo, 32 px square.
 * @slot summary - Below the header: your description of the product.
 * @slot terms - Below the button: your terms of business, a link to your privacy notice.
 * @slot help - Beside an expired, cancelled or unavailable checkout: how to reach you.
 * @slot fund - Where a wallet holds too little: your way to add to it.
 * @slot no-wallet - Where the browser has no wallet: your other ways to pay.
 * @slot done - Above the meter and the receipt: thanks, next steps.
 * @slot footer - At the end of the card.
 *
 * @csspart card - The whole card.
 * @csspart header - Logo, merchant and product.
 * @csspart logo - Merchant's logo or monogram.
 * @csspart product - Product's name.
 * @csspart test-mode - Badge of a session that moves no real money.
 * @csspart rate - Exact rate, and its amount per hour or another unit.
 * @csspart duration - Group "Maximum duration", or the sentence of a fixed one.
 * @csspart preset - Each of the five lengths.
 * @csspart slider - Slider over all lengths.
 * @csspart amount - Section around the maximum charge.
 * @csspart max-escrow - Exact maximum charge.
 * @csspart rounded-up - Signed amount, if it is rounded up.
 * @csspart action - Steps, account, button and message.
 * @csspart steps - Line in three parts, with their words.
 * @csspart wallet-shows - Preview of the wallet's window.
 * @csspart lock - Open signature request, and its deadline.
 * @csspart matches - Line "Checked against your signature".
 * @csspart account - Connected account.
 * @csspart email - Email field.
 * @csspart known-email - Row of the email while it holds an address.
 * @csspart wallets - List of wallets.
 * @csspart wallet - One wallet of the list.
 * @csspart pairing - Pairing with a wallet on another device.
 * @csspart qr - Code to scan.
 * @csspart no-wallet - Panel where the browser has no wallet.
 * @csspart longest - Step to the longest duration the wallet can afford.
 * @csspart button - Primary button, and buttons of the meter.
 * @csspart facts - No network fee, stop any time, automatic refund.
 * @csspart error - Error and its fix.
 * @csspart details - Disclosure with payee, escrow, fee and deadline.
 * @csspart exit - Link to the page's own copy of the exit.
 * @csspart cancel - Cancel button.
 * @csspart authorised - Complete checkout before a sign-in shows its meter.
 * @csspart meter - Running meter.
 * @csspart meter-status - Meter's status, in a word.
 * @csspart spent - Amount spent so far.
 * @csspart bar - From spent to maximum.
 * @csspart confirm - Question before stopping.
 * @csspart receipt - Receipt.
 * @csspart charged - Final charge.
 * @csspart refunded - Refund.
 * @csspart download - Receipt as a file.
 * @csspart print - Receipt on paper.
 * @csspart expired - Expired checkout.
 * @csspart canceled - Cancelled checkout.
 * @csspart carried - Meter that this checkout carries on.
 * @csspart continue - Link to where a complete checkout goes on.
 *
 * @cssprop [--billing-authorise-accent=#3a4ee0] - Button, slider, focus ring.
 * @cssprop [--billing-authorise-on-accent=#ffffff] - Text on the accent.
 * @cssprop [--billing-authorise-background=#ffffff] - The card.
 * @cssprop [--billing-authorise-sunken=#f4f5f8] - Areas below the card's level.
 * @cssprop [--billing-authorise-text=#14171f] - Text.
 * @cssprop [--billing-authorise-muted=#596072] - Secondary text.
 * @cssprop [--billing-authorise-border=#e4e6ec] - Lines between regions and around the card.
 * @cssprop [--billing-authorise-edge=#c8ccd6] - Lines around buttons and fields.
 * @cssprop [--billing-authorise-danger=#b42318] - Errors.
 * @cssprop [--billing-authorise-success=#0c7a52] - A running meter.
 * @cssprop [--billing-authorise-radius=12px] - Corners of the card.
 * @cssprop [--billing-authorise-button-radius=8px] - Corners of buttons and fields, by default no rounder than the card.
 * @cssprop [--billing-authorise-font=system-ui] - Font family.
 * @cssprop [--billing-authorise-font-size=max(15px, 0.9375rem)] - Size of body text.
 * @cssprop [--billing-authorise-font-weight=600] - Weight of emphasised text.
 * @cssprop [--billing-authorise-padding=24px] - Space between the card's edge and its content.
 * @cssprop [--billing-authorise-max-width=max(440px, 27.5rem)] - The card's greatest width.
 * @cssprop [--billing-authorise-shadow=none] - Around the card.
 *
 * @cssstate loading - The session is being loaded.
 * @cssstate unavailable - The session does not exist, or cannot be loaded.
 * @cssstate choosing - The subscriber chooses the maximum duration and a wallet.
 * @cssstate connecting - The wallet shows the request for an account.
 * @cssstate signing-in - The subscriber signs in to a meter with the wallet that authorised it.
 * @cssstate reviewing - The subscriber can authorise.
 * @cssstate signing - The wallet shows the signature request.
 * @cssstate opening - The opening transaction is pending.
 * @cssstate complete - The checkout is complete.
 * @cssstate expired - The session has expired.
 * @cssstate canceled - Cancel was pressed.
 * @cssstate error - A step failed and can be tried again.
 * @cssstate busy - The element waits for the service, the wallet or the network.
 * @cssstate test-mode - The session moves no real money.
 * @cssstate fixed-duration - The merchant fixed the maximum duration.
 * @cssstate meter-waiting - The merchant has not started the meter.
 * @cssstate meter-running - The meter counts.
 * @cssstate meter-paused - The meter is paused.
 * @cssstate meter-past-due - The last settlement did not go through.
 * @cssstate meter-ended - The meter reached its maximum duration.
 * @cssstate meter-canceled - The meter was stopped.
 */
export class BillingAuthorise extends LitElement {
  static override styles = styles

  static override properties = {
    session: { type: String },
    baseUrl: { type: String, attribute: 'base-url' },
    locale: { type: String },
    theme: { type: String },
    redirect: { type: String },
    chainId: { type: Number, attribute: 'chain-id' },
    escrow: { type: String },
    payee: { type: String },
    // An empty attribute pins nothing. 0 is a valid fee.
    maxFee: { attribute: 'max-fee', converter: (value: string | null) => (value ? Number(value) : null) },
    token: { type: String },
    email: { type: String },
    duration: { type: Number },
    presets: { type: String },
    remember: { type: String },
    exitUrl: { type: String, attribute: 'exit-url' },
    extendUrl: { type: String, attribute: 'extend-url' },
    replaces: { type: String },
    walletConnectProjectId: { type: String, attribute: 'wallet-connect-project-id' },
    wagmiConfig: { attribute: false },
    provider: { attribute: false },
    appearance: { attribute: false },
    texts: { attribute: false },
  }

  /** The checkout session's id, `cs_…`. May arrive late and change. Without it no request is made. */
  declare session: string | null
  /** The service's address (default: the page's origin). */
  declare baseUrl: string | null
  /** A BCP 47 language (default: the closest `lang` around the element, then the browser's). */
  declare locale: string | null
  /** `light`, `dark`, or the system's colour scheme. */
  declare theme: 'auto' | 'light' | 'dark'
  /** `none` never leaves the page by itself. */
  declare redirect: 'auto' | 'none'
  /** Refuses any other chain. An unknown one, or a test network in live mode, has to be named here. A main network never works in test mode. */
  declare chainId: number | null
  /** Refuses any escrow but this one. */
  declare escrow: Address | null
  /** Refuses any payee but this one. */
  declare payee: Address | null
  /** Refuses a higher service fee. In basis points, 0 to 1,000: 100 are 1 %. */
  declare maxFee: number | null
  /** The only token accepted. A test session may use a token of yours that is named here, never AUSD itself. */
  declare token: Address | null
  /** Fills the email field. The subscriber may change it. */
  declare email: string | null
  /** The length in seconds to begin with, where the subscriber chooses it. */
  declare duration: number | null
  /** Up to five lengths in seconds, separated by spaces or commas, instead of ours. */
  declare presets: string | null
  /** `tab` forgets the running meter with the tab. Otherwise this browser finds it again. */
  declare remember: 'browser' | 'tab'
  /** Address of your copy of `exit/index.html`. */
  declare exitUrl: string | null
  /** Page that extends a running meter, which then has the button Extend. `{CHECKOUT_SESSION_ID}` is replaced by this session. Only http(s). */
  declare extendUrl: string | null
  /** The session whose running meter this checkout carries on, `cs_…`. */
  declare replaces: string | null
  /** Your WalletConnect project id. Set it before the subscriber connects. */
  declare walletConnectProjectId: string | null
  /** Your `@wagmi/core` 3 config, whose connection and connectors are used. Set it before the subscriber connects. */
  declare wagmiConfig: WagmiWalletOptions['wagmiConfig']
  /** An EIP-1193 provider, which is then the only wallet offered. Set it before the subscriber connects. */
  declare provider: WagmiWalletOptions['provider']
  /** Looks, in the vocabulary of Stripe's appearance. */
  declare appearance: Appearance | null

  /** Your own sentences, except those about money and safety. */
  declare texts: TextOverrides | null

  readonly #controller: AuthoriseController
  readonly #texts: TextController
  readonly #styles: StyleController
  readonly #internals: ElementInternals | undefined
  readonly #altered = new AlteredNodes()
  #logoFailed: string | null = null
  #drawingFailed: State | null = null

  constructor() {
    super()
    for (const name of Object.keys(BillingAuthorise.properties)) Object.assign(this, { [name]: null })
    this.theme = 'auto'
    this.redirect = 'auto'
    this.remember = 'browser'
    this.wagmiConfig = undefined
    this.provider = undefined
    this.#internals = this.attachInternals?.()
    const ports = this.ports()
    const failed = (cause: unknown) => this.#controller.report({ code: 'module_unavailable', cause })
    this.#texts = new TextController(this, { load: ports.loadWords, failed })
    this.#controller = new AuthoriseController(this, ports)
    this.#styles = new StyleController(this, {
      later: () => this.#controller.part?.screens.styles,
      failed,
    })
    const attend = () => {
      this.#controller.attend()
      if (this.hasUpdated) this.#readFields()
    }
    for (const type of INTENT) this.addEventListener(type, attend, { passive: true })
  }

  /** How far the checkout is. Read-only. */
  get phase(): Phase {
    return publicPhase(this.#controller.state)
  }

  /** The meter of a complete session. Null until the subscriber has signed in to see it. Read-only. */
  get meter(): MeterStatus | null {
    return this.#controller.meter
  }

  /** Reads session and meter again. */
  refresh(): Promise<void> {
    return this.#controller.session.refresh()
  }

  /** Focuses the first field or button of the card. */
  override focus(options?: FocusOptions): void {
    const places = this.renderRoot.querySelectorAll<HTMLElement>('input:enabled, button:enabled, a[href]')
    const next = [...places].find(place => place.checkVisibility())
    if (next) next.focus(options)
    else super.focus(options)
  }

  /** @internal The page's pins. */
  get pins(): Pins {
    // An empty or unset attribute pins nothing. Any other text without a number is a mistake to report.
    const chainId = Number.isNaN(this.chainId) ? this.chainId : this.chainId || null
    return {
      chainId,
      escrow: this.escrow || null,
      payee: this.payee || null,
      maxFee: this.maxFee ?? null,
      token: this.token || null,
    }
  }

  /** @internal */
  describe(problem: Problem): string {
    const { text } = this.#texts
    if (!text) return this.#texts.isMissing ? UNLOADED : problem.code
    const { title, advice } = this.#wordsFor(problem, text)
    return `${title} ${advice}`
  }

  /** @internal The page's proposals for the input. */
  get proposed(): { email: string; seconds: number | null } {
    const [seconds = null] = proposedLengths(Number(this.duration))
    return { email: this.email ?? '', seconds }
  }

  /** @internal The element's ports. A subclass may bring its own. */
  protected ports(): Ports {
    return pagePorts()
  }

  /**
   * Replaces a skeleton rendered by the server, in the same frame and with the same layout. The {@link StyleController} adopts the
   * styles, in any document.
   */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    root.replaceChildren()
    keepKeys(root)
    root.addEventListener('pointerdown', () => {
      if (this.#altered.records.length > 0) this.#hands?.hold(this.ownerDocument)
    })
    return root
  }

  /** Waits for the end of a press on nodes that a translator has inserted. */
  protected override scheduleUpdate(): undefined | Promise<unknown> {
    const held = this.#hands?.held
    if (held) return held.then(() => super.scheduleUpdate())
    super.scheduleUpdate()
    return undefined
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#controller.part?.effects.focus.beforeDrawing(this.renderRoot as ShadowRoot)
    this.#hands?.takeBack(this.#altered.take())
    this.#readFields()
    if (changed.has('replaces') && this.replaces) this.#controller.attend()
    if (!changed.has('session') && !changed.has('baseUrl')) return
    this.#controller.setTarget(this.session || null, String(this.baseUrl ?? '').trim() || '/')
  }

  protected override render(): TemplateResult {
    const { text, speech } = this.#texts
    const { language, direction } = text ?? speech
    return html`<div class="frame" data-theme=${this.theme}><div class="card" part="card" lang=${language} dir=${direction}>${
      this.#texts.isMissing
        ? unloadedTemplate(() => this.#controller.ports.reload())
        : text && !this.#styles.awaitsAppearance
          ? this.#card(text)
          : skeletonTemplate(null, this.#isReturn)
    }</div></div>`
  }

  /** Resolves once the words are on screen, too. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const complete = await super.getUpdateComplete()
    await this.#texts.settled
    return (await super.getUpdateComplete()) && complete
  }

  protected override updated(): void {
    const { state, part } = this.#controller
    drawFigures(this.renderRoot)
    showValues(this.renderRoot)
    paint({ root: this.renderRoot, internals: this.#internals }, { state, meter: this.meter })
    part?.effects.focus.afterDrawing(this.renderRoot as ShadowRoot, state)
    part?.effects.speaker.speak(this)
    this.#altered.watch(this.renderRoot.querySelector('.frame') as Node)
  }

  /** If the card cannot be drawn, reports that once in words instead of leaving an old card. */
  #card(text: Text): TemplateResult {
    const view = this.#view(overrideText(text, this.texts))
    try {
      return cardTemplate(view)
    } catch (cause) {
      if (this.#drawingFailed !== view.state) {
        this.#drawingFailed = view.state
        queueMicrotask(() => this.#controller.report({ code: 'render_failed', cause }))
      }
      return unavailableTemplate(view, { code: 'render_failed' })
    }
  }

  get #hands(): ForeignHands | undefined {
    return this.#controller.part?.effects.hands
  }

  #send(event: Event): void {
    this.#readFields()
    const meant = this.#hands ? this.#hands.meant(event, this.renderRoot) : event
    if (meant) this.#controller.dispatch(meant)
    if (meant !== event) this.requestUpdate()
  }

  /** Password managers and browsers fill fields without an event, or with other events than a person's. */
  #readFields(): void {
    const email = this.renderRoot.querySelector<HTMLInputElement>('.email')
    if (email?.dataset.value !== undefined && email.value !== email.dataset.value)
      this.#controller.dispatch({ type: 'email_edited', email: email.value })
  }

  get #isReturn(): boolean {
    const { state } = this.#controller
    return state.phase === 'loading' && state.isReturn
  }

  #view(text: Text): View {
    const controller = this.#controller
    const { state, part } = controller
    const logoUrl = checkoutOf(state)?.session.merchant.logo_url ?? null
    const exit = this.exitUrl ? exitHref(this.exitUrl) : null
    return {
      state,
      text,
      screens: part?.screens ?? null,
      now: controller.ports.monotonicNow(),
      redirect: this.redirect,
      isLeaving: controller.announcer.isLeaving,
      pageHref: location.href,
      pinnedPayee: this.pins.payee,
      exitHref: exit,
      extendUrl: this.extendUrl,
      carried: part?.effects.carried.shown ?? null,
      presets: proposedLengths(this.presets),
      found: controller.found,
      copied: part?.effects.acts.copied ?? null,
      logoFailed: this.#logoFailed !== null && this.#logoFailed === logoUrl,
      describe: problem => this.#wordsFor(problem, text),
      send: event => this.#send(event),
      attend: () => controller.need(),
      preloadWallet: () => controller.preloadWallet(),
      cancel: () => controller.cancel(),
      extend: () => part?.effects.extend(),
      copy: value => void part?.effects.acts.copy(value),
      code: text => part?.effects.codes.of(text) ?? null,
      failLogo: () => {
        this.#logoFailed = logoUrl
        this.requestUpdate()
      },
      downloadReceipt: () => void part?.effects.receipt.download(),
      printReceipt: () => void part?.effects.receipt.print(text, this.renderRoot, exit),
    }
  }

  /** Before the later screens are loaded, only two problems are possible: the page's own faults, and a failure to load them. */
  #wordsFor(problem: Problem, text: Text): ProblemText {
    const { state, part } = this.#controller
    if (part) return part.screens.problemText(problem, checkoutOf(state), text)
    const { problems, advice } = text
    const known = {
      module_unavailable: { title: problems.unloaded, advice: advice.reload },
      page_insecure: { title: problems.insecure, advice: advice.tell },
      page_altered: { title: problems.altered, advice: advice.altered },
    }
    const other = { title: problems.unreachable, advice: advice.connection }
    return known[problem.code as keyof typeof known] ?? other
  }
}
