import { testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import {
  type EscrowLocation,
  type MeterTerms,
  meterDigest,
  openingDigest,
  openingTypedData,
  termsFromWire,
  termsToWire,
} from '@per-second/protocol/terms'
import type { Address, Chain, WireTypedData } from '@per-second/protocol/types'
import { encodeFunctionData, recoverAddress, recoverMessageAddress } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeAuthorisation, fakeChain } from '../testing/fake-authorisation.ts'
import { fakeSession } from '../testing/fake-session.ts'
import {
  type Opening,
  type Wallet,
  type WalletConnection,
  WalletError,
  type WalletErrorCode,
} from './wallet.ts'
import type { WalletControls, WalletPrompt } from './wallet-controls.ts'

/** One wallet under test, with its controls. */
export type WalletWorld = {
  wallet: Wallet
  walletId: string
  walletName: string
  controls: WalletControls
  /** The page connects the wallet's account by itself; null if a page cannot connect this wallet. */
  connectPage: (() => Promise<unknown>) | null
}

/** The behaviour of every {@link Wallet}, with any implementation. The world starts unconnected, on chain 1. */
export function describeWallet(name: string, createWorld: () => WalletWorld): void {
  describe(name, () => {
    afterEach(() => {
      vi.useRealTimers()
    })

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

    test('does not prompt twice for a granted account', async () => {
      const { wallet, walletId, controls } = createWorld()
      const connection = await wallet.connect(walletId)
      expect(await wallet.connect(walletId)).toEqual(connection)
      expect(controls.prompts).toEqual(['connect'])
    })

    test('is silent once it is released', async () => {
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

    test('throws no_wallet for a missing wallet', async () => {
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

    test('resumes a connection without a prompt, and only an earlier one', async () => {
      const { wallet, walletId, controls } = createWorld()
      expect(await wallet.reconnect(walletId)).toBeNull()
      const connection = await wallet.connect(walletId)
      expect(await wallet.reconnect(walletId)).toEqual(connection)
      expect(controls.prompts).toEqual(['connect'])
    })

    test('resumes the page’s own connection without a prompt', async () => {
      const { wallet, walletId, walletName, controls, connectPage } = createWorld()
      expect(await wallet.connected()).toBeNull()
      await connectPage?.()
      const prompts = [...controls.prompts]
      const connection = connectPage && { walletId, walletName, address: controls.address, chainId: 1 }
      expect(await wallet.connected()).toEqual(connection)
      if (connectPage) expect(await wallet.connect(walletId)).toEqual(connection)
      expect(controls.prompts).toEqual(prompts)
    })

    test('does not prompt for the page’s own connection', async () => {
      const { wallet, walletId, controls, connectPage } = createWorld()
      await connectPage?.()
      const prompts = [...controls.prompts]
      expect(await wallet.connect(walletId)).toMatchObject({ address: controls.address })
      expect(controls.prompts).toEqual(connectPage ? prompts : ['connect'])
    })

    test('returns null for an unconnected page', async () => {
      const { wallet } = createWorld()
      await expectFailure(wallet.signMessage('hello'), 'disconnected')
      await expectFailure(wallet.signTypedData(typedData()), 'disconnected')
      await expectFailure(wallet.ensureChain(chain(31_337)), 'disconnected')
      await expectFailure(wallet.balanceOf(testAusdAddress), 'disconnected')
      await expectFailure(wallet.accountKind(), 'disconnected')
      await expectFailure(wallet.latestBlockTimestamp(), 'disconnected')
      await expectFailure(wallet.logsSince(LOGS.transaction, LOGS), 'disconnected')
      await expectFailure(wallet.readOpening(opening()), 'disconnected')
      await expectFailure(wallet.stopMeter(testEscrowAddress, termsToWire(terms())), 'disconnected')
    })

    test('signs a text as it is, characters beyond ASCII too', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      const message = 'Sign in – ¡autorizar! 時計\nsecond line'
      const signature = await wallet.signMessage(message)
      expect(await recoverMessageAddress({ message, signature })).toBe(controls.address)
      expect(controls.prompts).toEqual(['connect', 'message'])
    })

    test('signs exactly the given typed data', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      await wallet.ensureChain(chain(31_337))
      const data = typedData(controls.address)
      const signature = await wallet.signTypedData(data)
      expect(await recoverAddress({ hash: openingDigest(data), signature })).toBe(controls.address)
      expect(controls.prompts).toEqual(['connect', 'switch', 'typed_data'])
    })

    test('prompts only the signing account, and calls asking before the prompt', async () => {
      const { wallet, walletId, controls } = createWorld()
      const asking: number[] = []
      const says = () => void asking.push(controls.prompts.length)
      await wallet.connect(walletId)
      await expectFailure(wallet.signTypedData(typedData(controls.address), says), 'chain_mismatch')
      await wallet.ensureChain(chain(31_337))
      await expectFailure(wallet.signTypedData(typedData(), says), 'account_changed')
      expect([controls.prompts, asking]).toEqual([['connect', 'switch'], []])
      await wallet.signTypedData(typedData(controls.address), says)
      expect(asking).toEqual([2])
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

    test('waits as long as the person takes', async () => {
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

    test('requests no signature on another chain', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      await expectFailure(wallet.signTypedData(typedData(controls.address)), 'chain_mismatch')
      expect(controls.prompts).toEqual(['connect'])
    })

    test('makes no request to a wallet that is already on the chain', async () => {
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

    test('reads only from the session’s chain', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      await wallet.ensureChain(chain(31_337))
      controls.changeChain(1)
      await expectFailure(wallet.balanceOf(testAusdAddress), 'chain_mismatch')
      await expectFailure(wallet.accountKind(), 'chain_mismatch')
      await expectFailure(wallet.latestBlockTimestamp(), 'chain_mismatch')
      await expectFailure(wallet.logsSince(LOGS.transaction, LOGS), 'chain_mismatch')
    })

    test.each([
      [false, false],
      [true, true],
      [false, true],
    ])('reads an opening: known %j, nonce used %j', async (isKnown, isNonceUsed) => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      controls.setLatestBlockTimestamp(1_800_000_001)
      controls.setOpening({ isKnown, isNonceUsed })
      expect(await wallet.readOpening({ ...opening(), chainId: 1 })).toEqual({
        blockTimestamp: 1_800_000_001,
        isKnown,
        isStopped: false,
        isNonceUsed,
      })
    })

    test('reads no opening from another chain', async () => {
      const { wallet, walletId } = createWorld()
      await wallet.connect(walletId)
      await expectFailure(wallet.readOpening(opening()), 'chain_mismatch')
    })

    test('gives up a read after exactly four seconds', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      const release = controls.holdReads()
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const codes: string[] = []
      const reads = [
        wallet.balanceOf(testAusdAddress),
        wallet.accountKind(),
        wallet.latestBlockTimestamp(),
        wallet.logsSince(LOGS.transaction, LOGS),
        wallet.readOpening({ ...opening(), chainId: 1 }),
      ]
      for (const read of reads) read.catch((error: WalletError) => codes.push(`${error.name} ${error.code}`))
      await vi.advanceTimersByTimeAsync(3_999)
      expect(codes).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(codes).toEqual(reads.map(() => 'WalletError wallet_failed'))
      vi.useRealTimers()
      release()
      expect(await wallet.latestBlockTimestamp()).toBe(1_700_000_000)
    })

    test('waits for a signature for longer than terms can be signed', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      const release = controls.hold()
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const signing = wallet.signMessage('hello')
      await vi.advanceTimersByTimeAsync(1_900_000)
      release()
      expect(await signing).toMatch(/^0x/)
    })

    test('sends the payer’s stop to the escrow, with the terms in the escrow’s form', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      await wallet.ensureChain(chain(31_337))
      const own = terms(controls.address)
      const hash = await wallet.stopMeter(testEscrowAddress, termsToWire(own))
      expect(hash).toBe(`0x${'00'.repeat(31)}01`)
      const data = encodeFunctionData({ abi: meterEscrowAbi, functionName: 'stop', args: [own] })
      expect(controls.transactions).toEqual([{ to: testEscrowAddress, data }])
      expect(controls.prompts).toEqual(['connect', 'switch', 'transaction'])
    })

    test('sees a stop once it is in a block', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      await wallet.ensureChain(chain(31_337))
      controls.setOpening({ isKnown: true, isNonceUsed: true })
      const release = controls.holdBlocks()
      await wallet.stopMeter(testEscrowAddress, termsToWire(terms(controls.address)))
      expect(await wallet.readOpening(opening())).toMatchObject({ isKnown: true, isStopped: false })
      release()
      expect(await wallet.readOpening(opening())).toMatchObject({ isKnown: true, isStopped: true })
    })

    test('sends no stop for another payer, on another chain, or against the owner’s will', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      const own = termsToWire(terms(controls.address))
      await expectFailure(wallet.stopMeter(testEscrowAddress, own), 'chain_mismatch')
      await wallet.ensureChain(chain(31_337))
      await expectFailure(wallet.stopMeter(testEscrowAddress, termsToWire(terms())), 'account_changed')
      controls.answer('transaction', 'reject')
      await expectFailure(wallet.stopMeter(testEscrowAddress, own), 'user_rejected')
      controls.changeChain(1)
      await expectFailure(wallet.stopMeter(testEscrowAddress, own), 'chain_mismatch')
      expect([controls.prompts, controls.transactions]).toEqual([['connect', 'switch', 'transaction'], []])
    })

    test('notifies of another account, another chain and the end', async () => {
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

    test('notifies of a locked wallet', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      const seen = watched(wallet)
      controls.lock()
      await expect.poll(() => seen).toEqual([null])
      await wallet.connect(walletId)
      expect(controls.prompts).toEqual(['connect', 'connect'])
    })

    test('does not notify after the unsubscription', async () => {
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

    test('disconnects, notifies once, and prompts again', async () => {
      const { wallet, walletId, controls } = createWorld()
      await wallet.connect(walletId)
      const seen = watched(wallet)
      await wallet.disconnect()
      expect(seen).toEqual([null])
      expect(await wallet.reconnect(walletId)).toBeNull()
      expect(await wallet.connected()).toBeNull()
      await wallet.connect(walletId)
      expect(controls.prompts).toEqual(['connect', 'connect'])
      expect(await wallet.reconnect(walletId)).toMatchObject({ address: controls.address })
    })
  })
}

const LOGS = {
  transaction: `0x${'cd'.repeat(32)}`,
  contract: testEscrowAddress,
  topic: `0x${'ab'.repeat(32)}`,
} as const

const SESSION = fakeSession({})

const LOCATION: EscrowLocation = { chainId: 31_337, escrow: testEscrowAddress }

/** The chain route's response for a chain. */
export function chain(chainId: number): Chain {
  return { ...fakeChain(SESSION), chain_id: chainId }
}

function terms(payer: Address = '0x4444444444444444444444444444444444444444'): MeterTerms {
  const parties = { payer, payee: '0x3333333333333333333333333333333333333333' } as const
  const draft = { draft: '', subscriptionId: 'sub_1', seconds: 3_600, openBy: 1_700_001_800 }
  return termsFromWire(
    fakeAuthorisation({ ...parties, ...draft, session: SESSION, chain: chain(31_337) }).terms,
  )
}

function typedData(payer?: Address): WireTypedData {
  return openingTypedData(terms(payer), LOCATION)
}

function opening(): Opening {
  return { ...LOCATION, terms: terms(), digest: meterDigest(terms(), LOCATION) }
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
