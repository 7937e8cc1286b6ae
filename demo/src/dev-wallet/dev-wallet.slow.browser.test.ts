import {
  type Address,
  type Hex,
  hexToString,
  recoverMessageAddress,
  recoverTypedDataAddress,
  stringToHex,
} from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createDevWalletPanel } from './dev-wallet-panel.ts'
import { type DevWallet, type DevWalletOptions, startDevWallet } from './start-dev-wallet.ts'

const TOKEN: Address = '0x5555555555555555555555555555555555555555'
const ESCROW: Address = '0x4444444444444444444444444444444444444444'
const UNTIL = 4_000_000_000
const OPTIONS: DevWalletOptions = {
  rpcUrl: 'http://127.0.0.1:1/',
  chainId: 31_337,
  token: TOKEN,
  faucet: async () => {},
}

let wallet: DevWallet

const confirm = page.getByRole('button', { name: 'Confirm', exact: true })
const reject = page.getByRole('button', { name: 'Reject', exact: true })

beforeEach(() => {
  localStorage.clear()
  wallet = start()
})

afterEach(() => {
  wallet.stop()
  vi.unstubAllGlobals()
})

describe('announcement', () => {
  test('answers a page that looks for wallets', () => {
    expect(announcements()).toEqual([
      {
        info: {
          uuid: expect.stringMatching(
            /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
          ),
          name: 'Dev wallet',
          icon: expect.stringMatching(/^data:image\/svg\+xml,/),
          rdns: 'dev.per-second.wallet',
        },
        provider: wallet.provider,
      },
    ])
  })

  test('is silent anywhere but on the embedded chain, and after it was stopped', () => {
    wallet.stop()
    expect(startDevWallet({ ...OPTIONS, chainId: 1 })).toBeNull()
    expect(announcements()).toEqual([])
  })

  test('has an icon that is a picture', async () => {
    const image = new Image()
    image.src = announcements()[0]?.info.icon ?? ''
    await image.decode()
    expect([image.naturalWidth, image.naturalHeight]).toEqual([96, 96])
  })
})

describe('connecting', () => {
  test('shares the account after Confirm, remembers it, and prompts once', async () => {
    expect(await call('eth_accounts')).toEqual([])
    const connecting = call('eth_requestAccounts')
    await expect.element(page.getByRole('dialog', { name: 'Connect to this site?' })).toBeVisible()
    await expect.element(page.getByText(location.origin).first()).toBeVisible()
    await confirm.click()
    expect(await connecting).toEqual([wallet.address])
    expect(await call('eth_requestAccounts')).toEqual([wallet.address])

    const { address } = wallet
    wallet.stop()
    wallet = start()
    expect(wallet.address).toBe(address)
    expect(await call('eth_accounts')).toEqual([address])
  })

  test('shares nothing after Reject, nor after Escape', async () => {
    const rejected = code(call('eth_requestAccounts'))
    await reject.click()
    expect(await rejected).toBe(4001)
    const escaped = code(call('eth_requestAccounts'))
    await expect.element(confirm).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(await escaped).toBe(4001)
    expect(await call('eth_accounts')).toEqual([])
    expect(page.getByRole('dialog').elements()).toEqual([])
  })

  test('asks one thing at a time', async () => {
    const first = code(call('eth_requestAccounts'))
    expect(await code(call('eth_requestAccounts'))).toBe(-32002)
    await reject.click()
    expect(await first).toBe(4001)
  })

  test('forgets the site when its permission is revoked', async () => {
    await connect()
    const changes: unknown[] = []
    wallet.provider.on('accountsChanged', value => changes.push(value))
    await call('wallet_revokePermissions', [{ eth_accounts: {} }])
    expect(changes).toEqual([[]])
    expect(await call('eth_accounts')).toEqual([])
    expect(await code(call('personal_sign', ['0x00', wallet.address]))).toBe(4100)
  })

  test('survives a storage with something else in it', () => {
    wallet.stop()
    localStorage.setItem('billing-authorise test wallet dev.per-second.wallet', '0x12')
    wallet = start()
    expect(wallet.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  })
})

describe('signing', () => {
  test('shows a text and signs it', async () => {
    await connect()
    const message = 'shop.example wants you to sign in\n\nSign in – 時計'
    const signing = call('personal_sign', [stringToHex(message), wallet.address])
    await expect.element(page.getByRole('dialog', { name: 'Sign this message?' })).toBeVisible()
    expect(page.getByRole('region', { name: 'Message' }).element().textContent).toBe(message)
    await confirm.click()
    const signature = (await signing) as Hex
    expect(await recoverMessageAddress({ message, signature })).toBe(wallet.address)
  })

  test('shows a payment in money and words, the whole of it on request, and signs it', async () => {
    await connect()
    const data = payment(wallet.address)
    const signing = call('eth_signTypedData_v4', [wallet.address, JSON.stringify(data)])
    await expect.element(page.getByRole('dialog', { name: 'Authorise this payment?' })).toBeVisible()
    await expect.element(page.getByText('$0.9972', { exact: true })).toBeVisible()
    await expect.element(page.getByText(ESCROW, { exact: true })).toBeVisible()
    await expect.element(page.getByText(TOKEN, { exact: true })).toBeVisible()
    await expect.element(page.getByText(/2 October 2096/)).toBeVisible()
    await page.getByText('Everything you sign').click()
    const shown = page.getByRole('region', { name: 'Typed data' }).element().textContent
    expect(JSON.parse(shown ?? '')).toEqual(data)
    await confirm.click()
    const signature = (await signing) as Hex
    expect(
      await recoverTypedDataAddress({
        ...(data as never as Parameters<typeof recoverTypedDataAddress>[0]),
        signature,
      }),
    ).toBe(wallet.address)
  })

  test('signs nothing after Reject', async () => {
    await connect()
    const signing = code(
      call('eth_signTypedData_v4', [wallet.address, JSON.stringify(payment(wallet.address))]),
    )
    await reject.click()
    expect(await signing).toBe(4001)
  })

  test.each([
    ['text by another account', 'personal_sign', () => ['0x00', ESCROW], 4100],
    ['no text', 'personal_sign', () => [1, wallet.address], -32602],
    ['data by another account', 'eth_signTypedData_v4', () => [ESCROW, '{}'], 4100],
    ['no data', 'eth_signTypedData_v4', () => [wallet.address, '{"domain":{}}'], -32603],
    [
      'data for another chain',
      'eth_signTypedData_v4',
      () => [wallet.address, JSON.stringify({ ...payment(wallet.address), domain: { chainId: 1 } })],
      -32603,
    ],
  ])('refuses %s without asking', async (_, method, params, expected) => {
    await connect()
    expect(await code(call(method, params()))).toBe(expected)
    expect(page.getByRole('dialog').elements()).toEqual([])
  })

  test('shows bytes that are no text as bytes', async () => {
    await connect()
    const signing = code(call('personal_sign', ['0xfffe00', wallet.address]))
    await expect.element(page.getByRole('region', { name: 'Message' })).toHaveTextContent('0xfffe00')
    await reject.click()
    expect(await signing).toBe(4001)
    expect(hexToString('0xfffe00')).not.toBe('0xfffe00')
  })
})

describe('networks', () => {
  const network = { chainId: '0x7a6a', chainName: 'Other chain', rpcUrls: ['http://127.0.0.1:1/'] }

  test('answers 4902 to one it does not know, and adds it when told to', async () => {
    expect(await code(call('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }]))).toBe(4902)
    const changes: unknown[] = []
    wallet.provider.on('chainChanged', value => changes.push(value))
    const rejected = code(call('wallet_addEthereumChain', [network]))
    await reject.click()
    expect(await rejected).toBe(4001)
    const adding = call('wallet_addEthereumChain', [network])
    await expect.element(page.getByText('Other chain')).toBeVisible()
    await confirm.click()
    expect(await adding).toBeNull()
    expect(await call('eth_chainId')).toBe('0x7a6a')
    expect(await call('wallet_switchEthereumChain', [{ chainId: '0x7a69' }])).toBeNull()
    expect(changes).toEqual(['0x7a6a', '0x7a69'])
  })

  test('reads through its RPC address, hands on the node’s errors, and sends nothing', async () => {
    await connect()
    const bodies: unknown[] = []
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      const { method, params, id } = JSON.parse(body)
      bodies.push({ method, params })
      const error = { code: 3, message: 'execution reverted', data: '0x01' }
      return Response.json(method === 'eth_call' ? { id, error } : { id, result: '0x10' })
    })
    expect(await call('eth_blockNumber')).toBe('0x10')
    expect(await code(call('eth_call', [{ to: TOKEN }, 'latest']))).toBe(3)
    expect(await code(call('eth_sendTransaction', [{ from: wallet.address }]))).toBe(4200)
    expect(bodies).toEqual([
      { method: 'eth_blockNumber', params: [] },
      { method: 'eth_call', params: [{ to: TOKEN }, 'latest'] },
    ])
  })

  test('says 4900 when the chain cannot be reached, and tells listeners when it goes', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no route')))
    expect(await code(call('eth_blockNumber'))).toBe(4900)
    const ends: unknown[] = []
    wallet.provider.on('disconnect', error => ends.push(error))
    wallet.stop()
    expect(ends).toMatchObject([{ code: 4900 }])
  })
})

describe('panel', () => {
  test('shows the balance and fills it', async () => {
    let units = 0n
    vi.stubGlobal('fetch', async () => Response.json({ result: `0x${units.toString(16).padStart(64, '0')}` }))
    const asked: unknown[] = []
    wallet.stop()
    wallet = start({
      faucet: async (address, amount) => {
        asked.push([address, amount])
        units += BigInt(amount) * 1_000_000n + 500_000n
      },
    })
    const panel = createDevWalletPanel(wallet)
    document.body.append(panel.element)
    await expect.element(page.getByText('$0.00')).toBeVisible()
    await page.getByRole('button', { name: 'Get test AUSD' }).click()
    await expect.element(page.getByText('$100.50')).toBeVisible()
    await expect.element(page.getByRole('status')).toHaveTextContent('100 test AUSD arrived.')
    expect(asked).toEqual([[wallet.address, '100']])
    panel.dispose()
    panel.element.remove()
  })

  test('says so when the faucet fails, and can be asked again', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no route')))
    wallet.stop()
    wallet = start({ faucet: () => Promise.reject(new Error('empty')) })
    const panel = createDevWalletPanel(wallet)
    document.body.append(panel.element)
    const button = page.getByRole('button', { name: 'Get test AUSD' })
    await button.click()
    await expect.element(page.getByRole('status')).toHaveTextContent('The faucet did not answer. Try again.')
    await expect.element(page.getByText('Balance unknown')).toBeVisible()
    await expect.element(button).toBeEnabled()
    panel.dispose()
    panel.element.remove()
  })
})

function start(options: Partial<DevWalletOptions> = {}): DevWallet {
  const started = startDevWallet({ ...OPTIONS, ...options })
  if (!started) throw new Error('the dev wallet did not start on the embedded chain')
  return started
}

function call(method: string, params?: unknown): Promise<unknown> {
  return wallet.provider.request({ method, params })
}

function code(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => 'no error',
    error => error.code,
  )
}

async function connect(): Promise<void> {
  const connecting = call('eth_requestAccounts')
  await confirm.click()
  await connecting
}

type Announcement = { info: { uuid: string; name: string; icon: string; rdns: string }; provider: unknown }

function announcements(): Announcement[] {
  const heard: Announcement[] = []
  const hear = (event: Event) => heard.push((event as CustomEvent<Announcement>).detail)
  window.addEventListener('eip6963:announceProvider', hear)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  window.removeEventListener('eip6963:announceProvider', hear)
  return heard
}

function payment(from: Address) {
  return {
    domain: { name: 'Agora Dollar', version: '1', chainId: 31_337, verifyingContract: TOKEN },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      ReceiveWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'ReceiveWithAuthorization',
    message: {
      from,
      to: ESCROW,
      value: '997200',
      validAfter: '0',
      validBefore: String(UNTIL),
      nonce: `0x${'ab'.repeat(32)}`,
    },
  }
}
