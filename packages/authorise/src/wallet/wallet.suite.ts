import { testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { openingDigest, openingTypedData } from '@per-second/protocol/terms'
import type { Address, Chain, WireTypedData } from '@per-second/protocol/types'
import { recoverAddress, recoverMessageAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Wallet, type WalletConnection, WalletError, type WalletErrorCode } from './wallet.ts'
import type { WalletControls, WalletPrompt } from './wallet-controls.ts'

/** One wallet under test and the hand that holds it. */
export type WalletWorld = { wallet: Wallet; walletId: string; walletName: string; controls: WalletControls }

/** What every {@link Wallet} does, whatever is behind it. The world starts unconnected, on chain 1. */
export function describeWallet(name: string, createWorld: () => WalletWorld): void {
  describe(name, () => {
    test('finds the wallet without a prompt', async () => {
      const { wallet, walletId, walletName, controls } = createWorld()
      expect(await wallet.discover()).toContainEqual({ id: walletId, name: walletName, icon: null })
      expect(controls.prompts).toEqual([])
    })

    test('connects with one prompt', async () => {
      const { wallet, walletId, walletName, controls } = createWorld()
      expect(await wallet.connect(walletId)).toEqual({
        walletId,
        walletName,
        address: controls.address,
        chainId: 1,
      })
      expect(controls.prompts).toEqual(['connect'])
    })

    test('is not asked twice for what it has granted', async () => {
      const { wallet, walletId, controls } = createWorld()
      const connection = await wallet.connect(walletId)
      expect(await wallet.connect(walletId)).toEqual(connection)
      expect(controls.prompts).toEqual(['connect'])
    })

    test('says nothing more once it is released', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      const seen: (WalletConnection | null)[] = []
      wallet.watch(connection => seen.push(connection))
      controls.changeChain(143)
      await expect.poll(() => seen.map(connection => connection?.chainId)).toEqual([143])
      wallet.release()
      controls.changeChain(1)
      controls.changeAccount()
      await new Promise(requestAnimationFrame)
      expect(seen).toHaveLength(1)
    })

    test('says no_wallet for a wallet that is not there', async () => {
      const { wallet } = createWorld()
      await expectFailure(wallet.connect('nobody.example'), 'no_wallet')
      expect(await wallet.reconnect('nobody.example')).toBeNull()
    })

    test.each([
      ['reject', 'user_rejected'],
      ['pending', 'request_pending'],
      ['locked', 'locked'],
      ['fail', 'wallet_failed'],
    ] as const)('a connection answered with %s is %s, and can be tried again', async (answer, code) => {
      const { wallet, walletId, controls } = createWorld()
      controls.answer('connect', answer)
      await expectFailure(wallet.connect(walletId), code)
      controls.answer('connect', 'approve')
      expect((await wallet.connect(walletId)).address).toBe(controls.address)
    })

    test('takes up a connection without a prompt, and none that was never made', async () => {
      const { wallet, walletId, controls } = createWorld()
      expect(await wallet.reconnect(walletId)).toBeNull()
      const connection = await wallet.connect(walletId)
      expect(await wallet.reconnect(walletId)).toEqual(connection)
      expect(controls.prompts).toEqual(['connect'])
    })

    test('does nothing for an unconnected page', async () => {
      const { wallet } = createWorld()
      await expectFailure(wallet.signMessage('hello'), 'disconnected')
      await expectFailure(wallet.signTypedData(typedData()), 'disconnected')
      await expectFailure(wallet.ensureChain(chain(31_337)), 'disconnected')
      await expectFailure(wallet.balanceOf(testAusdAddress), 'disconnected')
      await expectFailure(wallet.accountKind(), 'disconnected')
      await expectFailure(wallet.latestBlockTimestamp(), 'disconnected')
    })

    test('signs a text as it is, characters beyond ASCII too', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      const message = 'Sign in – ¡autorizar! 時計\nsecond line'
      const signature = await wallet.signMessage(message)
      expect(await recoverMessageAddress({ message, signature })).toBe(controls.address)
      expect(controls.prompts).toEqual(['connect', 'message'])
    })

    test('signs exactly the typed data it was given', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      await wallet.ensureChain(chain(31_337))
      const data = typedData(controls.address)
      const signature = await wallet.signTypedData(data)
      expect(await recoverAddress({ hash: openingDigest(data), signature })).toBe(controls.address)
      expect(controls.prompts).toEqual(['connect', 'switch', 'typed_data'])
    })

    test.each([
      ['reject', 'user_rejected'],
      ['pending', 'request_pending'],
      ['locked', 'locked'],
      ['fail', 'wallet_failed'],
    ] as const)('a signature answered with %s is %s, and can be tried again', async (answer, code) => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      await wallet.ensureChain(chain(31_337))
      controls.answer('message', answer)
      controls.answer('typed_data', answer)
      await expectFailure(wallet.signMessage('hello'), code)
      await expectFailure(wallet.signTypedData(typedData(controls.address)), code)
      controls.answer('message', 'approve')
      const signature = await wallet.signMessage('hello')
      expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(controls.address)
    })

    test('waits for as long as the person takes', async () => {
      const { wallet, walletId, controls } = createWorld()
      const release = controls.hold()
      let connection: WalletConnection | null = null
      const connecting = wallet.connect(walletId).then(value => {
        connection = value
      })
      await expect.poll(() => controls.prompts).toEqual(['connect'])
      expect(connection).toBeNull()
      release()
      await connecting
      expect(connection).toMatchObject({ address: controls.address })
    })

    test('asks for no signature on another chain', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      await expectFailure(wallet.signTypedData(typedData(controls.address)), 'chain_mismatch')
      expect(controls.prompts).toEqual(['connect'])
    })

    test('leaves a wallet alone that is on the chain already', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      await wallet.ensureChain(chain(1))
      expect(controls.prompts).toEqual(['connect'])
    })

    test('adds a chain only when the wallet does not know it', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      controls.forgetChain(31_337)
      const seen = watched(wallet)
      await wallet.ensureChain(chain(31_337))
      expect(controls.prompts).toEqual(['connect', 'add'])
      await expect.poll(() => seen.at(-1)?.chainId).toBe(31_337)
    })

    test.each(['switch', 'add'] as const)(
      'a refused %s of the chain leaves it where it was',
      async prompt => {
        const { wallet, walletId, controls } = createWorld()
        await wallet.connect(walletId)
        if (prompt === 'add') controls.forgetChain(31_337)
        controls.answer(prompt, 'reject')
        await expectFailure(wallet.ensureChain(chain(31_337)), 'user_rejected')
        expect(controls.prompts).toEqual<WalletPrompt[]>(['connect', prompt])
      },
    )

    test('reads balance, kind of account and time through the wallet', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      controls.setBalance(123_456_789_012_345_678_901n)
      controls.setLatestBlockTimestamp(1_800_000_001)
      expect(await wallet.balanceOf(testAusdAddress)).toBe(123_456_789_012_345_678_901n)
      expect(await wallet.latestBlockTimestamp()).toBe(1_800_000_001)
      for (const kind of ['key', 'delegated', 'contract'] as const) {
        controls.setAccountKind(kind)
        expect(await wallet.accountKind()).toBe(kind)
      }
    })

    test('reads nothing from a chain that is not the session’s', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      await wallet.ensureChain(chain(31_337))
      controls.changeChain(1)
      await expectFailure(wallet.balanceOf(testAusdAddress), 'chain_mismatch')
      await expectFailure(wallet.accountKind(), 'chain_mismatch')
      await expectFailure(wallet.latestBlockTimestamp(), 'chain_mismatch')
    })

    test('tells of another account, another chain and the end', async () => {
      const { wallet, walletId, walletName, controls } = createWorld()
      await wallet.connect(walletId)
      const seen = watched(wallet)
      const other = controls.changeAccount()
      await expect.poll(() => seen.at(-1)).toEqual({ walletId, walletName, address: other, chainId: 1 })
      controls.changeChain(31_337)
      await expect.poll(() => seen.at(-1)).toEqual({ walletId, walletName, address: other, chainId: 31_337 })
      controls.endConnection()
      await expect.poll(() => seen.at(-1)).toBeNull()
      expect(seen).toHaveLength(3)
      await expectFailure(wallet.signMessage('hello'), 'disconnected')
    })

    test('tells of a wallet that was locked', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      const seen = watched(wallet)
      controls.lock()
      await expect.poll(() => seen).toEqual([null])
      await wallet.connect(walletId)
      expect(controls.prompts).toEqual(['connect', 'connect'])
    })

    test('tells nobody who stopped watching', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      const early: unknown[] = []
      const stop = wallet.watch(connection => early.push(connection))
      stop()
      const seen = watched(wallet)
      controls.changeChain(31_337)
      await expect.poll(() => seen).toHaveLength(1)
      expect(early).toEqual([])
    })

    test('disconnects, says so once, and is asked again', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      const seen = watched(wallet)
      await wallet.disconnect()
      expect(seen).toEqual([null])
      expect(await wallet.reconnect(walletId)).toBeNull()
      await wallet.connect(walletId)
      expect(controls.prompts).toEqual(['connect', 'connect'])
    })
  })
}

/** The chain route's answer for a chain, as far as a wallet cares. */
export function chain(chainId: number): Chain {
  return {
    object: 'chain',
    chain_id: chainId,
    name: 'Embedded chain',
    rpc_urls: ['http://127.0.0.1:8545'],
    native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    block_explorer_url: null,
    token: { address: testAusdAddress, name: 'Agora Dollar', version: '1', symbol: 'AUSD', decimals: 6 },
    escrow: testEscrowAddress,
    operator: '0x1111111111111111111111111111111111111111',
    fee_recipient: '0x2222222222222222222222222222222222222222',
    fee_bps: 100,
  }
}

function typedData(payer: Address = '0x4444444444444444444444444444444444444444'): WireTypedData {
  const terms = {
    payer,
    merchant: '0x3333333333333333333333333333333333333333',
    operator: '0x1111111111111111111111111111111111111111',
    token: testAusdAddress,
    feeRecipient: '0x2222222222222222222222222222222222222222',
    feeBps: 100,
    ratePerSecond: 277_000_000_000_000n,
    maxSeconds: 3_600,
    stopGrace: 86_400,
    openBy: 1_700_001_800,
    expiry: 1_702_597_400,
    salt: `0x${'ab'.repeat(32)}`,
  } as const
  return openingTypedData(terms, { chainId: 31_337, escrow: testEscrowAddress })
}

function watched(wallet: Wallet): (WalletConnection | null)[] {
  const seen: (WalletConnection | null)[] = []
  wallet.watch(connection => seen.push(connection))
  return seen
}

async function expectFailure(attempt: Promise<unknown>, code: WalletErrorCode): Promise<void> {
  const error = await attempt.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(WalletError)
  expect((error as WalletError).code).toBe(code)
}
