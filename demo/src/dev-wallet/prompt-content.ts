import type { WalletPrompt } from '@per-second/authorise/testing'
import { type Address, type Hex, hexToString, stringToHex } from 'viem'
import { buildElement } from './build-element.ts'
import { describePayment, type TypedData } from './describe-payment.ts'

/** The question to the person. */
export type PromptContent = { title: string; lead: string; parts: Node[] }

export type PromptContext = { origin: string; address: Address; token: Address }

/** The question behind a prompt, or null for a switch of networks, which needs none. */
export function promptContent(
  prompt: WalletPrompt,
  params: readonly unknown[],
  { origin, address, token }: PromptContext,
): PromptContent | null {
  const from = `Asked by ${origin}`
  switch (prompt) {
    case 'connect':
      return {
        title: 'Connect to this site?',
        lead: 'The site will see your address and your balance. It cannot move money.',
        parts: [rows({ Site: origin, 'Your address': address })],
      }
    case 'message':
      return {
        title: 'Sign this message?',
        lead: `${from}. Signing moves no money.`,
        parts: [scrollable(readableText(params[0] as Hex), 'Message')],
      }
    case 'typed_data':
      return typedDataContent(JSON.parse(String(params[1])), { from, token })
    case 'add': {
      const { chainId, chainName, rpcUrls } = Object(params[0])
      return {
        title: 'Add this network?',
        lead: `${from}. Only add networks you trust.`,
        parts: [
          rows({
            Network: String(chainName ?? chainId),
            'Chain id': String(Number(chainId)),
            Address: String(rpcUrls?.[0]),
          }),
        ],
      }
    }
    case 'switch':
      return null
    case 'transaction':
      throw Object.assign(new Error('The dev wallet sends no transactions.'), { code: 4200 })
  }
}

function typedDataContent(
  typedData: TypedData,
  { from, token }: { from: string; token: Address },
): PromptContent {
  const payment = describePayment(typedData, token, new Date())
  const full = buildElement('details', {}, [
    buildElement('summary', { text: 'Everything you sign' }),
    scrollable(JSON.stringify(typedData, null, 2), 'Typed data'),
  ])
  if (!payment) {
    full.open = true
    return {
      title: 'Sign this data?',
      lead: `${from}. The wallet does not know what it means.`,
      parts: [rows({ Type: typedData.primaryType }), full],
    }
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

/** Bytes that are no text are shown as bytes. */
function readableText(raw: Hex): string {
  const text = hexToString(raw)
  return stringToHex(text) === raw.toLowerCase() ? text : raw
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
