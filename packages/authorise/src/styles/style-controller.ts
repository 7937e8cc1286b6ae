import type { CSSResultOrNative, ReactiveController, ReactiveElement } from 'lit'
import type { Appearance } from '../appearance/appearance.ts'

type StyledHost = ReactiveElement & { readonly appearance: Appearance | null }

/** Of every document that the element is in: a sheet belongs to the document that it was made in. */
const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>()

/** Adopts the first screen's styles, those of the later screens once they are there, and over both what the page asks for. */
export class StyleController implements ReactiveController {
  /** While the first appearance is being loaded, so that nothing is drawn in other colours before. */
  awaitsAppearance = false
  readonly #host: StyledHost
  readonly #laterStyles: () => CSSResultOrNative[] | undefined
  readonly #failed: (cause: unknown) => void
  #later: CSSResultOrNative[] = []
  #appearance: Appearance | null = null
  #own = ''
  #document: Document | null = null

  constructor(
    host: StyledHost,
    { later, failed }: { later: () => CSSResultOrNative[] | undefined; failed: (cause: unknown) => void },
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
      this.#own = appearance ? textOf(appearanceSheet(appearance)) : ''
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
    const texts = [...elementStyles, ...this.#later].map(textOf)
    wear(renderRoot as ShadowRoot, [texts.join('\n'), this.#own])
  }
}

function wear(root: ShadowRoot, texts: string[]): void {
  try {
    root.adoptedStyleSheets = texts.map(text => sheetOf(root.ownerDocument, text))
  } catch {
    // A document that makes no sheets, of a test for instance, takes them as elements.
    for (const style of root.querySelectorAll('style')) style.remove()
    for (const text of texts) {
      const style = root.ownerDocument.createElement('style')
      style.textContent = text
      root.append(style)
    }
  }
}

/** @throws {TypeError} where the document is in no window, or its window makes no sheets */
function sheetOf(document: Document, text: string): CSSStyleSheet {
  const known = sheets.get(document) ?? new Map<string, CSSStyleSheet>()
  sheets.set(document, known)
  const sheet = known.get(text) ?? new (document.defaultView as Window & typeof globalThis).CSSStyleSheet()
  if (!known.has(text)) sheet.replaceSync(text)
  known.set(text, sheet)
  return sheet
}

function textOf(styles: CSSResultOrNative): string {
  return 'cssText' in styles ? styles.cssText : [...styles.cssRules].map(rule => rule.cssText).join('\n')
}
