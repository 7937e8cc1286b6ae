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
