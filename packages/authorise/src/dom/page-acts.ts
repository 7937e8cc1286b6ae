const COPIED_MS = 2_000

/** A browser may read the file only after the click, and finds none once its address is revoked. */
const DOWNLOAD_MS = 60_000

/** The acts on the page beside drawing: copying and downloading. */
export class PageActs {
  /** The value copied last, while the page says so. */
  copied: string | null = null
  readonly #changed: () => void

  /** @param changed called when the card has to be drawn again */
  constructor(changed: () => void) {
    this.#changed = changed
  }

  async copy(value: string): Promise<void> {
    if (!(await copyText(value))) return
    this.copied = value
    this.#changed()
    setTimeout(() => {
      if (this.copied !== value) return
      this.copied = null
      this.#changed()
    }, COPIED_MS)
  }

  download(fileName: string, content: string): void {
    const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }))
    const link = Object.assign(document.createElement('a'), { href: url, download: fileName })
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS)
  }
}

/**
 * Puts a text into the clipboard, and says whether it is there. Without TLS, or in a frame without `clipboard-write`, the older command
 * does it. That one needs only a press.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

function copyByCommand(text: string): boolean {
  let isCopied = false
  const put = (event: ClipboardEvent) => {
    event.preventDefault()
    // The page's own listeners copy the selection.
    event.stopImmediatePropagation()
    event.clipboardData?.setData('text/plain', text)
    isCopied = event.clipboardData !== null
  }
  addEventListener('copy', put, { capture: true })
  try {
    return document.execCommand('copy') && isCopied
  } finally {
    removeEventListener('copy', put, { capture: true })
  }
}
