import { buildElement } from './build-element.ts'
import type { PromptContent } from './prompt-content.ts'
import { WALLET_ICON_URI } from './wallet-icon.ts'
import { adoptStyles } from './wallet-styles.ts'

/**
 * Asks the person in a modal dialog of the wallet's own, in its own shadow root. True when confirmed. Escape counts as
 * rejected.
 */
export function confirmInDialog({ title, lead, parts }: PromptContent): Promise<boolean> {
  const host = buildElement('div')
  const root = host.attachShadow({ mode: 'open' })
  adoptStyles(root, 'dialog')

  const reject = buildElement('button', { text: 'Reject', attributes: { type: 'button', autofocus: '' } })
  const confirm = buildElement('button', {
    class: 'primary',
    text: 'Confirm',
    attributes: { type: 'button' },
  })
  const attributes = { 'aria-labelledby': 'title', 'aria-describedby': 'lead' }
  const dialog = buildElement('dialog', { attributes }, [
    buildElement('header', {}, [
      buildElement('img', { attributes: { src: WALLET_ICON_URI, alt: '' } }),
      buildElement('strong', { text: 'Dev wallet' }),
      buildElement('span', { class: 'chip quiet', text: 'Test money' }),
    ]),
    buildElement('div', { class: 'body' }, [
      buildElement('h2', { text: title, attributes: { id: 'title' } }),
      buildElement('p', { class: 'quiet', text: lead, attributes: { id: 'lead' } }),
      ...parts,
    ]),
    buildElement('footer', {}, [reject, confirm]),
  ])
  root.append(dialog)
  document.body.append(host)

  const { promise, resolve } = Promise.withResolvers<boolean>()
  confirm.addEventListener('click', () => dialog.close('confirm'))
  reject.addEventListener('click', () => dialog.close('reject'))
  dialog.addEventListener('close', () => {
    host.remove()
    resolve(dialog.returnValue === 'confirm')
  })
  dialog.showModal()
  return promise
}
