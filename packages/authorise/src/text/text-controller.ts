import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { pageLanguage, type Speech, speechOf } from './language.ts'
import { type LoadWords, loadText } from './load-text.ts'
import type { Text } from './text.ts'

type TextHost = ReactiveControllerHost & Element & { readonly locale: string | null }

const RETRY_AFTER_MS = 1_000
const RETRY_AT_MOST_MS = 30_000

/**
 * Keeps the text in the language the page asks for, through every change of it. The last language stays until the next is loaded. Before
 * the first there is no text. A failed load is repeated until it succeeds.
 */
export class TextController implements ReactiveController {
  /** Null until the first language is there. */
  text: Text | null = null
  /** The requested language, known before its words are loaded. */
  speech: Speech = speechOf('en')
  readonly #host: TextHost
  readonly #load: LoadWords
  readonly #failed: (cause: unknown) => void
  #pending: { key: string; done: Promise<void> } | null = null
  #observer: MutationObserver | null = null
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #failures = 0

  /** Whether there is nothing to say anything with. */
  get isMissing(): boolean {
    return this.text === null && this.#failures > 0
  }

  constructor(host: TextHost, { load, failed }: { load: LoadWords; failed: (cause: unknown) => void }) {
    this.#host = host
    this.#load = load
    this.#failed = failed
    host.addController(this)
  }

  hostConnected(): void {
    this.#observer = new MutationObserver(() => this.#host.requestUpdate())
    this.#observer.observe(this.#host.ownerDocument, { attributeFilter: ['lang'], subtree: true })
    this.#host.requestUpdate()
  }

  hostDisconnected(): void {
    this.#observer?.disconnect()
    if (this.#retryTimer === undefined) return
    // It is tried again as soon as the element is back.
    this.#forgetRetry()
    this.#pending = null
  }

  hostUpdate(): void {
    this.speech = speechOf(pageLanguage(this.#host, this.#host.locale))
    const key = this.speech.locale
    if (this.#pending?.key === key) return
    this.#forgetRetry()
    this.#pending = { key, done: this.#take(this.speech) }
  }

  /** Settles when the language last asked for is there, or cannot be loaded for now. */
  get settled(): Promise<void> {
    return this.#pending?.done ?? Promise.resolve()
  }

  async #take(speech: Speech): Promise<void> {
    try {
      const text = await loadText(speech, this.#load)
      if (this.#pending?.key !== speech.locale) return
      this.text = text
      this.#failures = 0
      if (text.language !== speech.language)
        this.#failed(new Error(`English is shown, because the words of "${speech.language}" did not load.`))
      this.#host.requestUpdate()
    } catch (cause) {
      if (this.#pending?.key !== speech.locale) return
      this.#tryLater()
      if (this.#failures === 1) this.#failed(cause)
      this.#host.requestUpdate()
    }
  }

  #tryLater(): void {
    const delay = Math.min(RETRY_AT_MOST_MS, RETRY_AFTER_MS * 2 ** this.#failures++)
    this.#retryTimer = setTimeout(() => {
      this.#forgetRetry()
      this.#pending = null
      this.#host.requestUpdate()
    }, delay)
  }

  #forgetRetry(): void {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = undefined
  }
}
