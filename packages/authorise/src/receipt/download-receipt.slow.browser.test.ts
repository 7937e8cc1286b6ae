import { keccak, toHex } from '@per-second/protocol/keccak'
import type { Hex } from '@per-second/protocol/types'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { arrives, authorises, button } from '../../test/person.ts'
import { type Stage, stage } from '../../test/stage.ts'
import type { Receipt } from './receipt.ts'
import { verifyReceipt } from './verify-receipt.ts'

const stays = { attributes: { redirect: 'none' } }
const SETTLED = topic('Settled(bytes32,uint32,uint32,uint256,uint256)')

/** The escrow's log of a meter that was settled once before its end, and the receipt's transactions of it. */
const LOGS = [
  { transactionHash: hash('01'), topics: [topic('Opened()')] },
  { transactionHash: hash('02'), topics: [SETTLED] },
  { transactionHash: hash('03'), topics: [SETTLED] },
  { transactionHash: hash('03'), topics: [topic('Closed(bytes32,uint32,uint256,uint256)')] },
]
const TRANSACTIONS = { opening: hash('ab'), closing: hash('03') }
let blobs: Blob[] = []

beforeEach(() => {
  document.body.replaceChildren()
  blobs = []
  const make = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    blobs.push(blob as Blob)
    return make(blob)
  })
})
afterEach(() => void vi.restoreAllMocks())

test('default: terms and charge, verifiable without a network', async () => {
  const here = stage(stays)
  await uses(here, 600)
  const receipt = await downloads()
  expect(await verifyReceipt(receipt)).toEqual({
    ok: true,
    signature: 'valid',
    isKnownEscrow: true,
    problems: [],
  })
  expect(receipt).toMatchObject({
    merchant_name: 'Northwind Compute',
    seconds: 600,
    charged_usd: '0.1662',
    fee_included_usd: '0.001662',
    refunded_usd: '0.831',
    deposit_usd: '0.9972',
    signed_by: 'key',
    transactions: { opening: hash('ab'), closing: null },
  })
  expect(receipt.terms.payer).toBe(here.wallet.controls.address)
})

test('behaviour: the end from the escrow’s own log, if the wallet can read it', async () => {
  const here = stage(stays)
  here.wallet.controls.setLogs(LOGS)
  await uses(here, 600)
  const receipt = await downloads()
  expect(receipt.transactions).toEqual(TRANSACTIONS)
  expect((await verifyReceipt(receipt)).problems).toEqual([])
})

test('behaviour: no proof is offered until the service tells whose escrow it is', async () => {
  const first = stage(stays)
  await authorises(first)
  await arrives(first, 'complete')
  const release = first.service.hold('/chain')
  const second = first.reload()
  await expect.poll(() => second.element.meter).toBe('running')
  await stops(second, 600)
  await expect.poll(() => button('Print or save as PDF').query()).not.toBeNull()
  expect(button('Download proof').query()).toBeNull()
  release()
  expect(await verifyReceipt(await downloads())).toMatchObject({ ok: true, isKnownEscrow: true })
})

test('behaviour: states that a contract wallet signed', async () => {
  const here = stage(stays)
  here.wallet.controls.setAccountKind('contract')
  await uses(here, 600)
  expect((await downloads()).signed_by).toBe('contract')
})

test('behaviour: the success page in the same tab gives the same receipt', async () => {
  const first = stage(stays)
  await authorises(first)
  await arrives(first, 'complete')
  const second = first.reload()
  await expect.poll(() => second.element.meter).toBe('running')
  await stops(second, 600)
  second.wallet.controls.setLogs(LOGS)
  const { prompts } = second.wallet.controls
  const asked = [...prompts]
  const receipt = await downloads()
  expect(await verifyReceipt(receipt)).toMatchObject({ ok: true, signature: 'valid' })
  expect(receipt.transactions).toEqual(TRANSACTIONS)
  expect(prompts).toEqual(asked)
})

test('behaviour: an expired token removes nothing from it', async () => {
  const here = stage(stays)
  here.wallet.controls.setLogs(LOGS)
  await uses(here, 600)
  here.service.revokeTokens()
  window.dispatchEvent(new Event('focus'))
  const receipt = await downloads()
  expect(receipt.transactions).toEqual(TRANSACTIONS)
})

test('behaviour: without the wallet, the receipt lacks only the chain’s part', async () => {
  const first = stage(stays)
  first.wallet.controls.setLogs(LOGS)
  await authorises(first)
  await arrives(first, 'complete')
  const second = first.reload()
  await expect.poll(() => second.element.meter).toBe('running')
  await stops(second, 600)
  second.wallet.reconnect = async () => null
  const receipt = await downloads()
  expect(receipt.transactions).toEqual({ ...TRANSACTIONS, closing: null })
  expect(await verifyReceipt(receipt)).toMatchObject({ ok: true, signature: 'valid' })
})

test('behaviour: not offered while a settlement is under way', async () => {
  const here = stage(stays)
  await authorises(here)
  await arrives(here, 'complete')
  here.service.use(600, { status: 'canceled', cancel_reason: 'subscriber', refunded_usd: '0' })
  window.dispatchEvent(new Event('focus'))
  await expect.poll(() => here.element.meter).toBe('canceled')
  expect(button('Download proof').query()).toBeNull()
})

test('behaviour: a browser that did not sign prints the figures, and offers no proof', async () => {
  const here = stage({ ...stays, prepare: service => service.complete() })
  await arrives(here, 'complete')
  await button('Connect wallet').click()
  here.service.forgetPayer()
  await button('Sign in').click()
  await expect.poll(() => here.element.meter).toBe('running')
  await stops(here, 600)
  expect((await prints()).body.textContent).toContain('$0.1662')
  expect(button('Download proof').query()).toBeNull()
})

test('behaviour: on paper, too, it is marked as test money', async () => {
  await uses(stage(stays), 600)
  expect((await prints()).querySelector('h1')?.textContent).toBe(
    'Northwind Compute · A100 GPU, 80 GB · Test mode',
  )
})

test('behaviour: each printed row has its name and value, and the exit its link', async () => {
  const here = stage({ attributes: { redirect: 'none', 'exit-url': 'https://shop.example/exit.html' } })
  await uses(here, 600)
  const rows = [...(await prints()).querySelectorAll('body > table tr')]
  const read = rows.map(row => [row.querySelector('th[scope=row]'), row.querySelector('td')])
  const texts = read.map(cells => cells.map(cell => cell?.textContent))
  expect(texts).toContainEqual(['You were charged', '$0.1662'])
  const links = rows.flatMap(row => row.querySelector('td > a')?.getAttribute('href') ?? [])
  expect(links).toEqual([expect.stringMatching(/^https:\/\/shop\.example\/exit\.html#escrow=0x/)])
  expect(texts).toContainEqual(['If it did not arrive', links[0]])
})

async function uses(here: Stage, seconds: number): Promise<void> {
  await authorises(here)
  await arrives(here, 'complete')
  await stops(here, seconds)
}

async function stops(here: Stage, seconds: number): Promise<void> {
  here.service.use(seconds)
  await button('Stop').click()
  await button('Stop now').click()
  await expect.poll(() => here.element.meter).toBe('canceled')
}

async function downloads(): Promise<Receipt> {
  await button('Download proof').click()
  await expect.poll(() => blobs.length).toBe(1)
  return JSON.parse((await blobs[0]?.text()) ?? '')
}

/** The printed text. Its frame is gone by then. */
async function prints(): Promise<Document> {
  const printed: Document[] = []
  const { get } = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentDocument') ?? {}
  vi.spyOn(HTMLIFrameElement.prototype, 'contentDocument', 'get').mockImplementation(function (
    this: HTMLIFrameElement,
  ) {
    const page: Document = get?.call(this)
    printed.push(page)
    return page
  })
  await button('Print or save as PDF').click()
  await expect.poll(() => printed.length).toBe(1)
  return printed[0] as Document
}

function topic(signature: string): Hex {
  return toHex(keccak(signature))
}

function hash(byte: string): Hex {
  return `0x${byte.repeat(32)}`
}
