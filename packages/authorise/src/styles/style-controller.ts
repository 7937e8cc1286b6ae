import { adoptStyles, type CSSResult, type ReactiveController, type ReactiveElement } from 'lit'
import type { Appearance } from '../appearance/appearance.ts'
import { styles } from './styles.ts'

type StyledHost = ReactiveElement & { readonly appearance: Appearance | null }

/** Adopts the first screen's styles, those of the later screens once they are there, and over both what the page asks for. */
export class StyleController implements ReactiveController {
  /** While the first appearance is being loaded, so that nothing is drawn in other colours before. */
  awaitsAppearance = false
  readonly #host: StyledHost
  readonly #laterStyles: () => CSSResult[] | undefined
  #later: CSSResult[] = []
  #appearance: Appearance | null = null
  #sheets: CSSStyleSheet[] = []

  constructor(host: StyledHost, laterStyles: () => CSSResult[] | undefined) {
    this.#host = host
    this.#laterStyles = laterStyles
    host.addController(this)
  }

  hostUpdate(): void {
    const { appearance } = this.#host
    if (appearance !== this.#appearance) void this.#dress(appearance)
    const later = this.#laterStyles()
    if (!later || later === this.#later) return
    this.#later = later
    this.#adopt()
  }

  async #dress(appearance: Appearance | null): Promise<void> {
    this.#appearance = appearance
    this.awaitsAppearance = appearance !== null && this.#sheets.length === 0
    try {
      const { appearanceSheet } = await import('../appearance/appearance-sheet.ts')
      if (appearance !== this.#appearance) return
      this.#sheets = appearance ? [appearanceSheet(appearance)] : []
      this.#adopt()
    } catch {
      // Without it the element looks as it does by itself, and works.
    }
    this.awaitsAppearance = false
    this.#host.requestUpdate()
  }

  #adopt(): void {
    adoptStyles(this.#host.renderRoot as ShadowRoot, [...styles, ...this.#later, ...this.#sheets])
  }
}
