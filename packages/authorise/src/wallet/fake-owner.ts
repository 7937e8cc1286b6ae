import type { Address, Hex } from '@per-second/protocol/types'
import { numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { AccountKind, WalletLog } from './wallet.ts'
import type { SentTransaction, WalletAnswer, WalletControls, WalletPrompt } from './wallet-controls.ts'

export type FakeOwnerOptions = {
  /** Private key of the account (default: a random one). */
  key?: Hex | undefined
  /** The chain the wallet starts on. */
  chainId?: number | undefined
  /** Balance of every token, in base units. */
  balance?: bigint | undefined
}

/** Notifies the page when the owner of a wallet in memory changes something outside the page. */
type Hooks = Record<'chainChanged' | 'accountChanged' | 'shared' | 'locked' | 'ended', () => void>

/** The owner of a wallet in memory: a real key, the chain's responses for it, and the owner's answers to prompts. */
export function createFakeOwner(options: FakeOwnerOptions, hooks: Hooks) {
  const answers = new Map<WalletPrompt, WalletAnswer>()
  const prompts: WalletPrompt[] = []
  const transactions: SentTransaction[] = []
  const chainId = options.chainId ?? 1
  let held: Promise<void> | null = null
  let heldReads: Promise<void> | null = null
  let blocksHeld = false
  const facts = {
    account: privateKeyToAccount(options.key ?? generatePrivateKey()),
    chainId,
    chains: new Set([chainId, 1, 31_337]),
    balance: options.balance ?? 1_000_000_000n,
    kind: 'key' as AccountKind,
    latestTimestamp: 1_700_000_000,
    logs: [] as readonly WalletLog[],
    opening: { isKnown: false, isNonceUsed: false },
    /** Whether a sent transaction is in a block. */
    get isStopped() {
      return transactions.length > 0 && !blocksHeld
    },
  }
  const controls: WalletControls = {
    get address(): Address {
      return facts.account.address
    },
    get prompts() {
      return prompts
    },
    get transactions() {
      return transactions
    },
    answer: (prompt, answer) => void answers.set(prompt, answer),
    hold: () =>
      holding(until => {
        held = until
      }),
    holdReads: () =>
      holding(until => {
        heldReads = until
      }),
    holdBlocks() {
      blocksHeld = true
      return () => {
        blocksHeld = false
      }
    },
    setBalance(baseUnits) {
      facts.balance = baseUnits
    },
    setAccountKind(kind) {
      facts.kind = kind
    },
    setLatestBlockTimestamp(seconds) {
      facts.latestTimestamp = seconds
    },
    setLogs(logs) {
      facts.logs = logs
    },
    setOpening(opening) {
      facts.opening = opening
    },
    forgetChain: id => void facts.chains.delete(id),
    changeChain(id) {
      facts.chains.add(id)
      facts.chainId = id
      hooks.chainChanged()
    },
    changeAccount(key = generatePrivateKey()) {
      facts.account = privateKeyToAccount(key)
      hooks.accountChanged()
      return facts.account.address
    },
    share: hooks.shared,
    lock: hooks.locked,
    endConnection: hooks.ended,
  }
  return Object.assign(facts, {
    controls,
    /** Resolves once reads get responses. */
    async answersReads() {
      if (heldReads) await heldReads
    },
    /** Sends a transaction and returns its hash. */
    send(transaction: SentTransaction): Hex {
      transactions.push(transaction)
      return numberToHex(transactions.length, { size: 32 })
    },
    /** Shows a prompt. Returns the answer as soon as it is given; null for approval. */
    async ask(prompt: WalletPrompt): Promise<Exclude<WalletAnswer, 'approve'> | null> {
      prompts.push(prompt)
      if (held) await held
      const answer = answers.get(prompt) ?? 'approve'
      return answer === 'approve' ? null : answer
    },
  })
}

/** Sets a promise, until the returned function resolves and removes it. */
function holding(set: (until: Promise<void> | null) => void): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  set(promise)
  return () => {
    set(null)
    resolve()
  }
}
