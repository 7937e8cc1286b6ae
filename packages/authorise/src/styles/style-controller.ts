import type { CSSResult, ReactiveController, ReactiveElement } from 'lit'
import type { Appearance } from '../appearance/appearance.ts'

type StyledHost = ReactiveElement & { readonly appearance: Appearance | null }

/** Adopts the first screen's styles, later those of the other screens, and over both the page's appearance. */
export class StyleController implements ReactiveController {
  /** While the first appearance is being loaded, so that nothing is drawn in other colours before. */
  awaitsAppearance = false
  readonly #host: StyledHost
  readonly #laterStyles: () => CSSResult[] | undefined
  readonly #failed: (cause: unknown) => void
  #later: CSSResult[] = []
  #appearance: Appearance | null = null
  #own = ''
  #document: Document | null = null

  constructor(
    host: StyledHost,
    { later, failed }: { later: () => CSSResult[] | undefined; failed: (cause: unknown) => void },
  ) {
    this.#host = host
    this.#laterStyles = later
    this.#failed = failed
    host.addController(this)
  }

  /** A frame, a window or a picture in picture that the element was moved into has none of its sheets. */
  hostConnected(): void {
    if (this.#host.ownerDocument !== this.#document) this.#adopt()
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
    this.awaitsAppearance = appearance !== null && this.#own === ''
    try {
      const { appearanceSheet } = await import('../appearance/appearance-sheet.ts')
      if (appearance !== this.#appearance) return
      this.#own = appearance ? appearanceSheet(appearance) : ''
      this.#adopt()
    } catch (cause) {
      // Without it the element looks as it does by itself, and works.
      this.#failed(cause)
    }
    this.awaitsAppearance = false
    this.#host.requestUpdate()
  }

  #adopt(): void {
    const { ownerDocument, renderRoot } = this.#host
    this.#document = ownerDocument
    const { elementStyles } = this.#host.constructor as typeof ReactiveElement
    const texts = [[...elementStyles, ...this.#later].join('\n'), this.#own]
    wear(renderRoot as ShadowRoot, texts)
  }
}

/** A sheet belongs to the document that it was made in. */
function wear(root: ShadowRoot, texts: string[]): void {
  const { ownerDocument } = root
  try {
    root.adoptedStyleSheets = texts.map(text => {
      const sheet = new (ownerDocument.defaultView as Window & typeof globalThis).CSSStyleSheet()
      sheet.replaceSync(text)
      return sheet
    })
  } catch {
    // A document in no window, or in one of a test that makes no sheets, takes them as elements.
    for (const style of root.querySelectorAll('style')) style.remove()
    for (const text of texts) {
      const style = ownerDocument.createElement('style')
      style.textContent = text
      root.append(style)
    }
  }
}
