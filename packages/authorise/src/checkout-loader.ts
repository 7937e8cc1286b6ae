import type { AuthoriseController } from './controller.ts'
import type { Effects } from './effects/effects.ts'
import { AuthoriseError } from './errors/authorise-error.ts'
import type { CheckoutPart } from './ports.ts'
import type { Screens } from './view/screens.ts'

/** Loads the code behind the first press, once. */
export class CheckoutLoader {
  /** Null until it is loaded. */
  part: { effects: Effects; screens: Screens; transition: CheckoutPart['transition'] } | null = null
  readonly #controller: AuthoriseController
  #loading: Promise<Effects> | null = null

  constructor(controller: AuthoriseController) {
    this.#controller = controller
  }

  /** @throws {AuthoriseError} `module_unavailable`. The next call tries again. */
  load(): Promise<Effects> {
    this.#loading ??= this.#load().catch(cause => {
      this.#loading = null
      throw new AuthoriseError('module_unavailable', 'A part of the element could not be loaded.', { cause })
    })
    return this.#loading
  }

  async #load(): Promise<Effects> {
    const { ports, host } = this.#controller
    const { Effects, screens, transition } = await ports.loadCheckout()
    const effects = new Effects(this.#controller)
    this.part = { effects, screens, transition }
    host.requestUpdate()
    return effects
  }
}
