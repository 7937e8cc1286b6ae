import { liveEscrowAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import type { Address, Hex } from '@per-second/protocol/types'
import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { ExitChain, type KnownMeter } from './exit-chain.ts'
import { requireSameChain } from './exit-error.ts'
import { exitStyles } from './exit-styles.ts'
import { chainName, type MeterCard, meterTemplate, transaction } from './exit-view.ts'
import { explainFailure } from './explain-failure.ts'
import { type FoundWallet, findWallets } from './found-wallets.ts'
import type { FoundMeter } from './meter-search.ts'
import { formatStop, parseAddress, parseFields, parseMeter, parsePaper } from './signed-paper.ts'

/** What has a meter's terms in it: bare terms say nothing of what they are. */
const WITH_TERMS: readonly unknown[] = [undefined, 'receipt', 'receipt_statement']

/** What a meter may still cost, and whether it can be taken back, changes with each block: so often open ones are looked at again. */
const REFRESH_MS = 15_000

/** How a piece of work stands, for whoever waits for it. */
type Saying = { kind: 'status' | 'good' | 'alert'; text: string | TemplateResult } | null

/** Every way out of a meter that needs nobody else: a payer's, and a merchant's. Talks to a wallet and a chain, and to no service. */
export class ExitPage extends LitElement {
  static override styles = exitStyles
  static override properties = {
    wallets: { state: true },
    chain: { state: true },
    meters: { state: true },
    searched: { state: true },
    saying: { state: true },
    stopText: { state: true },
    isBusy: { state: true },
  }

  declare wallets: readonly FoundWallet[]
  declare chain: ExitChain | null
  declare meters: readonly Omit<MeterCard, 'isBusy' | 'acts'>[]
  /** How far the search is: it may take hours on a long chain, and keeps nobody from what is there already. */
  declare searched: Saying
  declare saying: Saying
  declare stopText: string | null
  declare isBusy: boolean
  #leave = () => {}
  #refreshing: ReturnType<typeof setInterval> | undefined

  constructor() {
    super()
    this.wallets = []
    this.chain = null
    this.meters = []
    this.searched = null
    this.saying = null
    this.stopText = null
    this.isBusy = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#leave = findWallets(wallets => {
      this.wallets = wallets
    })
    this.#refreshing = setInterval(() => void this.#refresh(), REFRESH_MS)
  }

  override disconnectedCallback(): void {
    this.#leave()
    clearInterval(this.#refreshing)
    super.disconnectedCallback()
  }

  override render(): TemplateResult {
    return html`<main>
      <h1>Your meters, without any service</h1>
      <p>
        This page asks your wallet and the chain, and nobody else. It works from a disk, so you may keep a copy. Stop what you pay
        for, take back what was not used, or collect what you have earned.
      </p>
      ${this.#connectTemplate()} ${this.#sayingTemplate()}
      ${this.chain ? this.meters.map(card => this.#cardTemplate(card)) : nothing}
      ${this.chain ? this.#papersTemplate() : nothing}
    </main>`
  }

  #connectTemplate(): TemplateResult {
    const { chain, wallets } = this
    return html`<section aria-labelledby="connect">
      <header><h2 id="connect">${chain ? `Connected on ${chainName(chain.chainId)}` : 'Connect the wallet that pays, or is paid'}</h2></header>
      ${
        wallets.length === 0
          ? html`<p>
              No wallet was found. Open this page in the browser that has it. From a disk most wallets need to be allowed to see
              files: in the browser’s settings of the extension, “Allow access to file URLs”.
            </p>`
          : nothing
      }
      ${chain ? html`<p><code>${chain.account}</code></p>` : nothing}
      <div class="row">
        ${wallets.map(
          wallet =>
            html`<button type="button" class=${chain ? '' : 'first'} ?disabled=${this.isBusy} @click=${() => this.#connect(wallet)}>
              ${chain ? `Look again with ${wallet.name}` : wallet.name}
            </button>`,
        )}
      </div>
      ${saidTemplate(this.searched)}
      <details>
        <summary>An endpoint or an escrow of your own</summary>
        <label>Read from this endpoint instead of the wallet<input id="endpoint" type="url" placeholder="https://…" autocomplete="off" spellcheck="false" /></label>
        <label>Look in this escrow, too<input id="escrow" value=${namedEscrow()} placeholder="0x…" autocomplete="off" spellcheck="false" /></label>
      </details>
    </section>`
  }

  #sayingTemplate(): TemplateResult | typeof nothing {
    const { saying, stopText } = this
    const said = saidTemplate(saying)
    if (stopText === null) return said
    return html`${said}<section aria-labelledby="stop-text">
      <header><h2 id="stop-text">Your signed stop</h2></header>
      <p>Give this to anybody who can pay the gas: they paste it below on this page. It can do nothing but stop this one meter.</p>
      <textarea readonly aria-labelledby="stop-text" .value=${stopText}></textarea>
    </section>`
  }

  #cardTemplate(card: Omit<MeterCard, 'isBusy' | 'acts'>): TemplateResult | typeof nothing {
    const { chain, isBusy } = this
    if (chain === null) return nothing
    return meterTemplate({
      ...card,
      isBusy,
      acts: {
        stop: meter => this.#send('Stopped. No second from now on can be charged.', () => chain.stop(meter)),
        signStop: meter =>
          this.#work('Confirm in your wallet …', async () => {
            this.stopText = formatStop(await chain.signStop(meter))
            await this.updateComplete
            const text = this.renderRoot.querySelector<HTMLTextAreaElement>('textarea[readonly]')
            text?.focus()
            text?.select()
            return { kind: 'good', text: 'Signed. The meter runs until somebody has sent it.' }
          }),
        reclaim: meter => this.#send('What was left is back with the payer.', () => chain.reclaim(meter)),
        withdraw: meter =>
          this.#send('What was owed is yours.', () => chain.withdrawCredit(meter.escrow, meter.terms.token)),
      },
    })
  }

  #papersTemplate(): TemplateResult {
    return html`<section aria-labelledby="papers">
      <header><h2 id="papers">Something that was signed, or terms</h2></header>
      <p class="quiet">
        A payer’s signed stop, a statement of the operator (it pays a merchant what was earned), or the terms of a meter that the
        search does not find: the checkout’s Details and every receipt give them.
      </p>
      <label>Paste it here<textarea id="paper" spellcheck="false"></textarea></label>
      <div class="row" style="margin-top: 12px">
        <button type="button" ?disabled=${this.isBusy} @click=${() => this.#usePaper()}>Use it</button>
      </div>
    </section>`
  }

  #connect(wallet: FoundWallet): void {
    void this.#work('Confirm in your wallet …', async () => {
      const chain = await ExitChain.connect(wallet.provider, this.#input('endpoint'))
      this.chain = chain
      this.meters = []
      this.stopText = null
      void this.#search(chain)
      return null
    })
  }

  async #search(chain: ExitChain): Promise<void> {
    const name = chainName(chain.chainId)
    this.searched = { kind: 'status', text: `Looking through ${name}, down from the newest block …` }
    let found = 0
    try {
      for await (const step of chain.search(this.#escrows())) {
        found += step.found.length
        await this.#show(chain, step.found)
        if (this.chain !== chain) return
        this.searched = {
          kind: 'status',
          text: `Looking through ${name}, down from the newest block: at ${step.fromBlock}, ${found} found …`,
        }
      }
    } catch (error) {
      if (this.chain !== chain) return
      const text = `The search ended early: ${explainFailure(error)} Name another endpoint below, or paste the terms of your meter at the end of this page.`
      this.searched = { kind: 'alert', text }
      return
    }
    const text =
      found > 0
        ? `All of ${name} was looked through: ${found} ${found === 1 ? 'meter' : 'meters'}.`
        : `This account has no meter on ${name}. Perhaps it is another account, or another network.`
    this.searched = { kind: 'status', text }
  }

  async #show(chain: ExitChain, found: readonly FoundMeter[]): Promise<void> {
    const now = await chain.now()
    for (const meter of found) {
      const [state, credit] = await Promise.all([
        chain.state(meter),
        chain.credit(meter.escrow, meter.terms.token),
      ])
      if (this.chain !== chain) return
      const card = { meter: { ...meter, state }, account: chain.account, chainId: chain.chainId, now, credit }
      const others = this.meters.filter(other => other.meter.meterId !== meter.meterId)
      const isNew = others.length === this.meters.length
      this.meters = isNew
        ? [...others, card]
        : this.meters.map(other => (other.meter.meterId === meter.meterId ? card : other))
    }
  }

  async #refresh(): Promise<void> {
    const { chain } = this
    if (chain === null || this.isBusy || document.hidden) return
    const open = this.meters.flatMap(({ meter }) => (meter.state.status === 'open' ? [meter] : []))
    // What cannot be read now stands as it was read last, and is asked for again.
    if (open.length > 0) await this.#show(chain, open).catch(() => {})
  }

  #send(done: string, act: () => Promise<Hex>): void {
    void this.#work('Confirm in your wallet, then wait for a block …', async () => {
      const hash = await act()
      const { chain } = this
      if (chain)
        await this.#show(
          chain,
          this.meters.map(({ meter }) => meter),
        )
      return { kind: 'good', text: html`${done} ${chain ? transaction(hash, chain.chainId) : hash}` }
    })
  }

  #usePaper(): void {
    const { chain } = this
    if (chain === null) return
    const text = this.#input('paper') ?? ''
    void this.#work('Reading …', async () => {
      const fields = parseFields(text)
      if (WITH_TERMS.includes(fields.object)) {
        const { terms, escrow: named, chainId } = parseMeter(fields)
        if (chainId !== null) requireSameChain(chainId, chain.chainId)
        const escrows = named === null ? this.#escrows() : [named]
        const meters = escrows.map(escrow => chain.meterOf(escrow, terms))
        await this.#show(chain, meters)
        const isKnown = this.meters.some(({ meter }: { meter: KnownMeter }) =>
          meters.some(({ meterId }) => meterId === meter.meterId && meter.state.status !== 'unknown'),
        )
        if (isKnown) return { kind: 'good', text: 'The meter of these terms is above.' }
        return {
          kind: 'alert',
          text: `No escrow on ${chainName(chain.chainId)} has opened a meter with these terms.`,
        }
      }
      const paper = parsePaper(text)
      const hash = await chain.relay(paper)
      await this.#show(chain, [paper])
      const done =
        paper.kind === 'stop' ? 'The meter is stopped.' : 'The statement is settled: what was earned is paid.'
      return { kind: 'good', text: html`${done} ${transaction(hash, chain.chainId)}` }
    })
  }

  async #work(text: string, work: () => Promise<Saying>): Promise<void> {
    this.isBusy = true
    this.saying = { kind: 'status', text }
    try {
      this.saying = await work()
    } catch (error) {
      this.saying = { kind: 'alert', text: explainFailure(error) }
    } finally {
      this.isBusy = false
    }
  }

  #escrows(): Address[] {
    const own = this.#input('escrow')
    return [...(own === null ? [] : [parseAddress(own)]), liveEscrowAddress, testEscrowAddress]
  }

  #input(id: string): string | null {
    const field = this.renderRoot.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#${id}`)
    return field?.value.trim() || null
  }
}

function saidTemplate(saying: Saying): TemplateResult | typeof nothing {
  if (saying === null) return nothing
  return html`<p role=${saying.kind === 'alert' ? 'alert' : 'status'} class=${saying.kind}>${saying.text}</p>`
}

/** What the checkout that led here has named: a service's own escrow is in no list. */
function namedEscrow(): string {
  return new URLSearchParams(location.hash.slice(1)).get('escrow') ?? ''
}

customElements.define('meter-exit', ExitPage)
