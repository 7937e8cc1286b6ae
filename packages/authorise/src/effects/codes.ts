import type { Code } from '../format/draw-code.ts'

/** QR codes by their text, each drawn once. */
export class Codes {
  readonly #codes = new Map<string, Code | null>()
  readonly #changed: () => void

  /** @param changed called when there is something to draw again */
  constructor(changed: () => void) {
    this.#changed = changed
  }

  /** Null until the part that draws it is loaded, and where the text is too long. */
  of(text: string): Code | null {
    if (!this.#codes.has(text)) void this.#draw(text)
    return this.#codes.get(text) ?? null
  }

  async #draw(text: string): Promise<void> {
    this.#codes.set(text, null)
    try {
      const { drawCode } = await import('../format/draw-code.ts')
      this.#codes.set(text, drawCode(text))
      this.#changed()
    } catch {
      // The text stands beside the code, to be copied.
    }
  }
}
