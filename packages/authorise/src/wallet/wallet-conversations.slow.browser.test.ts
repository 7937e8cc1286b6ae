import { testEscrowAddress } from '@per-second/contracts/addresses'
import { openingTypedData, termsFromWire } from '@per-second/protocol/terms'
import type { Chain, Hex, WireMeterTerms } from '@per-second/protocol/types'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { createWagmiWallet } from './wagmi-wallet.ts'
import type { WalletError } from './wallet.ts'
import { CONVERSATIONS, type Conversation, PERSON_MS } from './wallet-conversations.fixture.ts'

const account = privateKeyToAccount(`0x${'4d'.repeat(32)}`)

const CHAIN = {
  ...{ object: 'chain', chain_id: 31_337, name: 'Local chain', rpc_urls: ['http://127.0.0.1:8545'] },
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  block_explorer_url: null,
} as unknown as Chain

const TERMS = {
  ...{ payer: account.address, merchant: `0x${'55'.repeat(20)}`, operator: `0x${'11'.repeat(20)}` },
  ...{ token: `0x${'66'.repeat(20)}`, fee_recipient: `0x${'22'.repeat(20)}`, fee_bps: 100 },
  ...{ rate_per_second: '277000000000000', max_seconds: 3_600, stop_grace: 86_400 },
  ...{ open_by: 1_790_000_900, expiry: 1_792_596_500, salt: `0x${'99'.repeat(32)}` },
} as WireMeterTerms

const TYPED_DATA = openingTypedData(termsFromWire(TERMS), { chainId: 31_337, escrow: testEscrowAddress })

/** The wallet, which responds by its conversation and accepts an account only in its own spelling. */
function replayed({ turns, spells, startsOn = 1, on = undefined }: Conversation) {
  const left = [...turns]
  const listeners = new Set<(chainId: string) => void>()
  let chainId = startsOn
  const own = spells === 'checksum' ? account.address : account.address.toLowerCase()
  const request = async ({ method, params = [] }: { method: string; params?: unknown }): Promise<unknown> => {
    if (/^eth_(requestA|a)ccounts$/.test(method)) return [own]
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
    const turn = left.shift()
    if (turn?.method !== method) throw new Error(`The conversation has ${turn?.method}, not ${method}.`)
    await new Promise(resolve => setTimeout(resolve, Math.min(turn.afterMs ?? 0, PERSON_MS)))
    for (const value of turn.chainChanged ?? []) for (const listener of listeners) listener(value)
    if ('error' in turn) throw turn.error
    if (turn.moves !== undefined) chainId = turn.moves
    const [first] = params as unknown[]
    if (method === 'eth_signTypedData_v4') expect(first).toBe(own)
    return typeof turn.answer === 'function'
      ? turn.answer(await account.signTypedData(TYPED_DATA as never))
      : turn.answer
  }
  const throws = (event: string) => {
    const failure = new Error('unsupported event')
    if (event === 'disconnect') throw failure
    return Promise.reject(failure)
  }
  const hear = (event: string, listener: (chainId: string) => void) =>
    event === 'chainChanged' ? listeners.add(listener) : undefined
  const events = on === null ? {} : { on: on === 'throws' ? throws : hear }
  return { left, provider: { request, ...events } }
}

test.each(CONVERSATIONS)('$wallet', async conversation => {
  const { rdns, ends, stops = [] } = conversation
  const { left, provider } = replayed(conversation)
  const announce = () => {
    const detail = { info: { uuid: crypto.randomUUID(), name: 'A wallet', rdns, icon: '' }, provider }
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', announce)
  // A second wallet wraps it in the same way.
  Object.assign(window, { ethereum: { request: provider.request } })
  const wallet = createWagmiWallet()
  onTestFinished(() => {
    window.removeEventListener('eip6963:requestProvider', announce)
    Reflect.deleteProperty(window, 'ethereum')
    wallet.release()
  })
  expect((await wallet.discover()).map(({ id }) => id)).toEqual([rdns])
  await wallet.connect(rdns)
  const code = (error: WalletError) => error.code
  const signed: Hex | string = await wallet
    .ensureChain(CHAIN)
    .then(() => wallet.signTypedData(TYPED_DATA))
    .catch(code)
  expect(signed).toBe(ends ?? (await account.signTypedData(TYPED_DATA as never)))
  for (const stop of stops) expect(await wallet.stopMeter(testEscrowAddress, TERMS).catch(code)).toBe(stop)
  expect(left).toEqual([])
})

test('a wallet that is late at window.ethereum appears, with its event or without', async () => {
  for (const event of ['ethereum#initialized', null]) {
    const wallet = createWagmiWallet()
    const lists: string[][] = []
    wallet.onWallets(wallets => lists.push(wallets.map(({ id }) => id)))
    expect(await wallet.discover()).toEqual([])
    Object.assign(window, { ethereum: { request: async () => [] } })
    if (event) window.dispatchEvent(new Event(event))
    await expect.poll(() => lists.at(-1)).toEqual(['injected'])
    Reflect.deleteProperty(window, 'ethereum')
    wallet.release()
  }
})
