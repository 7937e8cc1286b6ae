/**
 * Puts a text into the clipboard, and says whether it is there. Where the page may not (without TLS, in a frame that was not given
 * `clipboard-write`) the older command does it, which needs no more than that somebody pressed.
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
    // The page's own listeners copy what is selected.
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
