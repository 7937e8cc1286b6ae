import type { Invoice, Subscription } from '@per-second/client'
import { html, render } from 'lit'

/** Shows an object as the API gives it, in a drawer that Escape, the button and a click beside it close. */
export function openDrawer(object: Subscription | Invoice): void {
  const text = JSON.stringify(object, null, 2)
  const dialog = document.createElement('dialog')
  dialog.className = 'drawer'
  dialog.setAttribute('aria-labelledby', 'drawer-title')
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close()
  })
  const copy = async (event: Event) => {
    const button = event.currentTarget as HTMLButtonElement
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  }
  const frame = html`<div class="drawer-frame">
    <header>
      <h2 id="drawer-title">${object.object} <code>${object.id}</code></h2>
      <button class="button plain small" type="button" @click=${() => dialog.close()}>Close</button>
    </header>
    <pre tabindex="0">${text}</pre>
    <footer><button class="button plain small" type="button" @click=${copy}>Copy</button></footer>
  </div>`
  render(frame, dialog)
  document.body.append(dialog)
  dialog.showModal()
}
