import type { Address } from 'viem'
import { buildElement } from './build-element.ts'
import type { Confirmation } from './confirmation.ts'
import { describePayment } from './describe-payment.ts'
import { buildWalletIcon } from './wallet-icon.ts'
import { adoptStyles } from './wallet-styles.ts'

type Content = { title: string; lead: string; parts: Node[] }

/**
 * Asks the person in a modal dialog of the wallet's own, in its own shadow root. True when confirmed. Escape counts as
 * rejected.
 */
export function confirmInDialog(confirmation: Confirmation, token: Address): Promise<boolean> {
  const host = buildElement('div')
  const root = host.attachShadow({ mode: 'open' })
  adoptStyles(root, 'dialog')
  const { title, lead, parts } = contentOf(confirmation, token)

  const reject = buildElement('button', { text: 'Reject', attributes: { type: 'button', autofocus: '' } })
  const confirm = buildElement('button', {
    class: 'primary',
    text: 'Confirm',
    attributes: { type: 'button' },
  })
  const attributes = { 'aria-labelledby': 'title', 'aria-describedby': 'lead' }
  const dialog = buildElement('dialog', { attributes }, [
    buildElement('header', {}, [
      buildWalletIcon(),
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

function contentOf(confirmation: Confirmation, token: Address): Content {
  const from = `Asked by ${confirmation.origin}`
  switch (confirmation.kind) {
    case 'connect':
      return {
        title: 'Connect to this site?',
        lead: 'The site will see your address and your balance. It cannot move money.',
        parts: [rows({ Site: confirmation.origin, 'Your address': confirmation.address })],
      }
    case 'message':
      return {
        title: 'Sign this message?',
        lead: `${from}. Signing moves no money.`,
        parts: [scrollable(confirmation.text, 'Message')],
      }
    case 'network':
      return {
        title: 'Add this network?',
        lead: `${from}. Only add networks you trust.`,
        parts: [
          rows({
            Network: confirmation.name,
            'Chain id': String(confirmation.chainId),
            Address: confirmation.rpcUrl,
          }),
        ],
      }
    case 'typed_data': {
      const { typedData } = confirmation
      const payment = describePayment(typedData, token, new Date())
      const full = buildElement('details', {}, [
        buildElement('summary', { text: 'Everything you sign' }),
        scrollable(JSON.stringify(typedData, null, 2), 'Typed data'),
      ])
      if (!payment) {
        const parts = [rows({ Type: typedData.primaryType }), full]
        full.open = true
        return { title: 'Sign this data?', lead: `${from}. The wallet does not know what it means.`, parts }
      }
      const { amount, to, deadline, contract } = payment
      return {
        title: 'Authorise this payment?',
        lead: `${from}. It costs no gas, and no more than this can be taken.`,
        parts: [
          buildElement('p', { class: 'hero', text: amount }),
          rows({ 'Goes to': to, 'Can be used until': deadline, 'Token contract': contract }),
          full,
        ],
      }
    }
  }
}

function rows(entries: Record<string, string>): HTMLElement {
  const children = Object.entries(entries).map(([term, value]) =>
    buildElement('div', {}, [
      buildElement('dt', { text: term }),
      buildElement('dd', { text: value, ...(value.startsWith('0x') ? { class: 'mono' } : {}) }),
    ]),
  )
  return buildElement('dl', {}, children)
}

function scrollable(text: string, label: string): HTMLElement {
  return buildElement('pre', {
    class: 'well mono',
    text,
    attributes: { tabindex: '0', role: 'region', 'aria-label': label },
  })
}
