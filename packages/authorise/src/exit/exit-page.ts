import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { chainInTable, unknownChain } from '../chains/chain-in-table.ts'
import { shortenMiddle } from '../format/shorten-middle.ts'
import { baseStyles } from '../styles/base-styles.ts'
import { ensureProviderChain } from '../wallet/ensure-chain.ts'
import { type FoundWallet, findWallets } from '../wallet/find-wallets.ts'
import { ProviderLeases } from '../wallet/provider-leases.ts'
import { actOutcome, shares } from './act-outcome.ts'
import { type EscrowRequest, ExitChain } from './exit-chain.ts'
import { requireSameChain } from './exit-error.ts'
import { ExitLook, type ReadMeter } from './exit-look.ts'
import { exitStyles } from './exit-styles.ts'
import { chainName, meterTemplate, transaction } from './exit-view.ts'
import { explainFailure } from './explain-failure.ts'
import type { FoundMeter } from './meter-search.ts'
import {
  formatStop,
  parseFields,
  parseMeter,
  parsePaper,
  type SignedStop,
  type Statement,
} from './signed-paper.ts'
import { tokenAmount } from './token-amount.ts'

/** The objects that contain a meter's terms. Bare terms have no `object` field. */
const WITH_TERMS: readonly unknown[] = [undefined, 'receipt']

/** The possible costs and the refund of an open meter change with each block, so open ones are read again. */
const REFRESH_MS = 15_000

const CONFIRM = 'Confirm in your wallet, then wait for a block …'

/** One act's message. Its key is a meter's id, or the name of another act. */
type Saying = {
  key: string
  kind: 'status' | 'good' | 'alert'
  text: string | TemplateResult
  isOver: boolean
}

type Told = Pick<Saying, 'kind' | 'text'> | null

/** Every exit from a meter without the service, for its payer and its merchant. Uses only a wallet and a chain. */
export class ExitPage extends LitElement {
  static override styles = [baseStyles, exitStyles]
  static override properties = {
    wallets: { state: true },
    look: { state: true },
    sayings: { state: true },
    stopText: { state: true },
    paper: { state: true },
  }

  declare wallets: readonly FoundWallet[]
  declare look: ExitLook | null
  /** An act disables its own buttons only: other meters keep theirs. */
  declare sayings: readonly Saying[]
  declare stopText: string | null
  /** A pasted paper, with the sentence about its effect, before the wallet's prompt. */
  declare paper: { paper: SignedStop | Statement; effect: string } | null
  #leave = () => {}
  #deafen = () => {}
  #wallet: FoundWallet | null = null
  #refreshing: ReturnType<typeof setInterval> | undefined

  constructor() {
    super()
    this.wallets = []
    this.look = null
    this.sayings = []
    this.stopText = null
    this.paper = null
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#leave = findWallets(wallets => {
      this.wallets = wallets
    })
    this.#refreshing = setInterval(() => {
      if (!document.hidden) this.look?.refresh()
    }, REFRESH_MS)
  }

  override disconnectedCallback(): void {
    this.#leave()
    this.#deafen()
    this.look?.leave()
    clearInterval(this.#refreshing)
    super.disconnectedCallback()
  }

  override render(): TemplateResult {
    const { look } = this
    return html`<main class="card">
      <h1>Your meters, without any service</h1>
      <p>
        This page works without the service. It asks only your wallet and the network, also from a disk, so you can keep a copy.
        Stop your payments, get the unused deposit refunded, or collect your earnings.
      </p>
      ${this.#connectTemplate()} ${this.#sayingsTemplate()}
      ${look === null ? nothing : [this.#metersTemplate(look), this.#othersTemplate(look), this.#papersTemplate()]}
    </main>`
  }

  #connectTemplate(): TemplateResult {
    const { look, wallets } = this
    const chain = look?.chain
    return html`<section aria-labelledby="connect">
      <header><h2 id="connect">${chain ? `Connected on ${chainName(chain.chainId)}` : 'Connect the wallet that pays, or is paid'}</h2></header>
      ${
        wallets.length === 0
          ? html`<p>
              No wallet was found. Open this page in the browser that has the wallet. From a disk most wallets need permission to
              see files: in the browser’s settings of the extension, “Allow access to file URLs”.
            </p>`
          : nothing
      }
      ${chain ? html`<p><code>${chain.account}</code></p>` : nothing}
      ${chain ? this.#otherNetworkTemplate(chain) : nothing}
      <div class="row">
        ${wallets.map(
          wallet =>
            html`<button type="button" class=${chain ? '' : 'first'} @click=${() => this.#connect(wallet)}>
              ${chain ? `Look again with ${wallet.name}` : wallet.name}
            </button>`,
        )}
      </div>
      ${look === null ? nothing : progressTemplate(look)}
      <details>
        <summary>An endpoint or an escrow of your own</summary>
        <label>Read from this endpoint instead of the wallet<input id="endpoint" type="url" placeholder="https://…" autocomplete="off" spellcheck="false" /></label>
        <label>Look in this escrow, too<input id="escrow" value=${namedEscrow()} placeholder="0x…" autocomplete="off" spellcheck="false" /></label>
      </details>
    </section>`
  }

  /** The link names the network of its meter, and the wallet may be on another. */
  #otherNetworkTemplate({ chainId }: ExitChain): TemplateResult | typeof nothing {
    const wanted = namedChain()
    if (wanted === null || wanted === chainId) return nothing
    return html`<p role="status">
        The meter of this link is on ${chainName(wanted)}. Your wallet is on ${chainName(chainId)}.
      </p>
      <div class="row">
        <button type="button" class="first" ?disabled=${this.#isBusy('network')} @click=${() => this.#switchTo(wanted)}>
          Switch to ${chainName(wanted)}
        </button>
      </div>`
  }

  #sayingsTemplate(): TemplateResult {
    return html`<div class="said">${this.sayings.map(saidTemplate)}</div>
      ${
        this.stopText === null
          ? nothing
          : html`<section aria-labelledby="stop-text">
              <header><h2 id="stop-text">Your signed stop</h2></header>
              <p>
                Give this text to a person who can pay the gas. They paste it below on this page. It can only stop this one meter.
              </p>
              <textarea readonly aria-labelledby="stop-text" .value=${this.stopText}></textarea>
            </section>`
      }`
  }

  #metersTemplate(look: ExitLook): TemplateResult {
    const { meters, shown } = look
    return html`${meters.slice(0, shown).map(read => this.#cardTemplate(look, read))}
    ${moreTemplate(meters.length - shown, () => look.showMore())}`
  }

  /** Any account can open a meter in a worthless token and name any payer and merchant. Such meters are read on demand only. */
  #othersTemplate(look: ExitLook): TemplateResult | typeof nothing {
    const { others, othersCount, shownOthers } = look
    if (othersCount === 0) return nothing
    const more = () => look.showMoreOthers()
    const opened = (event: Event) => {
      if ((event.currentTarget as HTMLDetailsElement).open && look.shownOthers === 0) more()
    }
    return html`<details class="others" @toggle=${opened}>
      <summary>${counted(othersCount, 'meter')} in tokens that this page does not know</summary>
      <p class="quiet">
        Anyone can open such a meter and name you in it. Its token may be worthless, and may run foreign code on your gas. Amounts
        are in base units of the token.
      </p>
      ${others.slice(0, shownOthers).map(read => this.#cardTemplate(look, read))}
      ${shownOthers === 0 ? nothing : moreTemplate(othersCount - shownOthers, more)}
    </details>`
  }

  #cardTemplate(look: ExitLook, read: ReadMeter): TemplateResult | typeof nothing {
    const { chain } = look
    return meterTemplate({
      ...read,
      account: chain.account,
      chainId: chain.chainId,
      isBusy: this.#isBusy(read.meter.meterId),
      send: kind => this.#send(look, { ...read.meter, kind }),
      signStop: () => this.#signStop(chain, read.meter),
    })
  }

  #papersTemplate(): TemplateResult {
    const { paper } = this
    return html`<section aria-labelledby="papers">
      <header><h2 id="papers">A signed stop, a statement, or terms</h2></header>
      <p class="quiet">
        A payer’s signed stop, a statement of the operator (it pays a merchant), or the terms of a meter that the search does not
        find: the checkout’s Details and every downloaded proof have them.
      </p>
      <label>Paste it here<textarea id="paper" spellcheck="false" @input=${() => this.#dropPaper()}></textarea></label>
      ${paper === null ? nothing : html`<p id="effect" class="effect">${paper.effect}</p>`}
      <div class="row">
        <button type="button" ?disabled=${this.#isBusy('paper')} @click=${() => this.#usePaper()}>Use it</button>
        ${
          paper === null
            ? nothing
            : html`<button type="button" class="first" aria-describedby="effect" ?disabled=${this.#isBusy('paper')} @click=${() => this.#sendPaper()}>
                ${paper.paper.kind === 'stop' ? 'Send this stop' : 'Send this statement'}
              </button>`
        }
      </div>
    </section>`
  }

  #switchTo(chainId: number): void {
    const wallet = this.#wallet
    if (wallet === null) return
    void this.#work('network', 'Confirm in your wallet …', async () => {
      await ensureProviderChain(wallet.provider, chainInTable(chainId) ?? unknownChain(chainId))
      this.#connect(wallet)
      return null
    })
  }

  /** A wallet that moves to another network shows other meters. A wallet without events is checked before each act. */
  #hear(wallet: FoundWallet): void {
    this.#deafen()
    const moved = () => {
      if (this.#wallet === wallet) this.#connect(wallet)
    }
    const lease = new ProviderLeases()
    lease.of(wallet.provider).on('chainChanged', moved)
    this.#deafen = () => lease.release()
  }

  #connect(wallet: FoundWallet): void {
    void this.#work('connect', 'Confirm in your wallet …', async () => {
      const chain = await ExitChain.connect(wallet.provider, this.#input('endpoint'))
      this.#wallet = wallet
      this.#hear(wallet)
      const look = new ExitLook(chain, () => this.requestUpdate())
      this.look?.leave()
      this.look = look
      this.stopText = null
      this.paper = null
      void look.search(this.#named())
      return null
    })
  }

  #signStop(chain: ExitChain, meter: FoundMeter): void {
    void this.#work(meter.meterId, 'Confirm in your wallet …', async () => {
      this.stopText = formatStop(await chain.signStop(meter))
      await this.updateComplete
      const text = this.renderRoot.querySelector<HTMLTextAreaElement>('textarea[readonly]')
      text?.focus()
      text?.select()
      return { kind: 'good', text: 'Signed. The meter runs until the signed stop is sent.' }
    })
  }

  #send(look: ExitLook, request: EscrowRequest): void {
    const key = 'signature' in request ? 'paper' : request.meterId
    void this.#work(key, CONFIRM, () => this.#outcome(look, request))
  }

  /** Sends, then reads the escrow through the wallet, because neither a receipt nor the wallet's promise is the result. */
  async #outcome(look: ExitLook, request: EscrowRequest): Promise<Told> {
    const { chain } = look
    const { kind: act, terms } = request
    const hash = await chain.send(request)
    const sent = transaction(hash, chain.chainId)
    try {
      const after = await chain.afterAct(request, act === 'reclaim' ? terms.payer : chain.account)
      const charge = act === 'statement' ? await chain.charge(request, hash) : null
      look.keep(request.meterId, after.state)
      const { kind, text } = actOutcome(act, { terms, chainId: chain.chainId, after, charge })
      return { kind, text: html`${text} ${sent}` }
    } catch (error) {
      const text = html`The transaction was sent, but the escrow could not be read: the result is unknown. ${explainFailure(error)} ${sent}`
      return { kind: 'alert', text }
    }
  }

  #dropPaper(): void {
    this.paper = null
  }

  #usePaper(): void {
    const { look } = this
    if (look === null) return
    const { chain } = look
    const text = this.#input('paper') ?? ''
    this.paper = null
    void this.#work('paper', 'Reading …', async () => {
      const fields = parseFields(text)
      if (WITH_TERMS.includes(fields.object)) return this.#useTerms(look, fields)
      const paper = parsePaper(text)
      const effect = effectOf(paper, { ...(await chain.preview(paper)), chainId: chain.chainId })
      // The text was changed meanwhile, and this effect belongs to the old one.
      if (effect.isUseful && text === this.#input('paper')) this.paper = { paper, effect: effect.text }
      return effect.isUseful ? null : { kind: 'alert', text: effect.text }
    })
  }

  async #useTerms(look: ExitLook, fields: Record<string, unknown>): Promise<Told> {
    const { chain } = look
    const { terms, escrow: named, chainId } = parseMeter(fields)
    if (chainId !== null) requireSameChain(chainId, chain.chainId)
    if (named !== null) await chain.requireEscrow(named)
    const escrows = named === null ? await look.escrows(this.#named()) : [named]
    if (await look.readPasted(escrows.map(escrow => chain.meterOf(escrow, terms))))
      return { kind: 'good', text: 'The meter of these terms is above.' }
    return {
      kind: 'alert',
      text: `No escrow on ${chainName(chain.chainId)} has opened a meter with these terms.`,
    }
  }

  #sendPaper(): void {
    const { look, paper: shown } = this
    if (look === null || shown === null) return
    this.paper = null
    this.#send(look, shown.paper)
  }

  #isBusy(key: string): boolean {
    return this.sayings.some(saying => saying.key === key && !saying.isOver)
  }

  /** Messages of acts under way stay. The message of a finished act stays until the next act. */
  async #work(key: string, text: string, work: () => Promise<Told>): Promise<void> {
    const isOther = (saying: Saying) => saying.key !== key
    const underWay = this.sayings.filter(saying => isOther(saying) && !saying.isOver)
    this.sayings = [...underWay, { key, kind: 'status', text, isOver: false }]
    const told = await work().catch((error): Told => ({ kind: 'alert', text: explainFailure(error) }))
    const others = this.sayings.filter(isOther)
    this.sayings = told === null ? others : [...others, { key, ...told, isOver: true }]
  }

  #named(): string[] {
    const own = this.#input('escrow')
    return own === null ? [] : [own]
  }

  #input(id: string): string | null {
    const field = this.renderRoot.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#${id}`)
    return field?.value.trim() || null
  }
}

/** A paper's effect in a sentence, before the wallet's prompt. */
function effectOf(
  paper: SignedStop | Statement,
  { gross, fee, chainId }: { gross: bigint; fee: bigint; chainId: number },
): { text: string; isUseful: boolean } {
  const { terms } = paper
  const [payer, merchant] = [shortenMiddle(terms.payer), shortenMiddle(terms.merchant)]
  const meter = `the meter that ${payer} pays to ${merchant}`
  if (paper.kind === 'stop')
    return { text: `This signed stop stops ${meter}. Your wallet pays the gas.`, isUseful: true }
  const amount = (baseUnits: bigint) => tokenAmount(baseUnits, { token: terms.token, chainId })
  if (gross === 0n)
    return {
      text: `This statement brings nothing: ${meter} was charged up to it, or has ended.`,
      isUseful: false,
    }
  const text = `This statement charges ${amount(gross)} for ${meter}. ${shares(terms, { gross, fee, amount })} Your wallet pays the gas.`
  return { text, isUseful: true }
}

function progressTemplate(look: ExitLook): TemplateResult {
  const { progress, foundCount, chain, notes } = look
  const name = chainName(chain.chainId)
  const { fromBlock, isOver, failure } = progress
  const at = fromBlock === null ? '' : `: at block ${fromBlock}, ${counted(foundCount, 'meter')} found`
  const left = notes.map(note => saidTemplate({ kind: 'status', text: note }))
  if (failure !== null)
    return html`${saidTemplate({
      kind: 'alert',
      text: `The search ended early. ${failure} Name another endpoint below, or paste the terms of your meter at the end of this page.`,
    })}${left}`
  const text = !isOver
    ? `Searching ${name}, newest blocks first${at} …`
    : foundCount > 0
      ? `The search of ${name} is complete: ${counted(foundCount, 'meter')}.`
      : `This account has no meter on ${name}. Try another account or another network.`
  return html`${saidTemplate({ kind: 'status', text })}${left}`
}

function moreTemplate(hidden: number, more: () => void): TemplateResult | typeof nothing {
  if (hidden <= 0) return nothing
  return html`<div class="row more"><button type="button" @click=${more}>Show more (${hidden})</button></div>`
}

function saidTemplate({ kind, text }: Pick<Saying, 'kind' | 'text'>): TemplateResult {
  return html`<p role=${kind === 'alert' ? 'alert' : 'status'} class=${kind}>${text}</p>`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The escrow in the checkout's link. A service's own escrow is in no list. */
function namedEscrow(): string {
  return new URLSearchParams(location.hash.slice(1)).get('escrow') ?? ''
}

/** The network in the checkout's link. */
function namedChain(): number | null {
  const chainId = Number(new URLSearchParams(location.hash.slice(1)).get('chain'))
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : null
}

customElements.define('meter-exit', ExitPage)
