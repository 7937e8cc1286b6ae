import { meterEscrowCodeHash } from '@per-second/contracts/addresses'
import type { Hex } from '@per-second/protocol/types'
import { concatHex, hexToBigInt, hexToNumber, keccak256, padHex, size, slice } from 'viem'
import { callContract, readCode, readLatestBlock } from './chain-reads.ts'
import { walletError } from './convert-wallet-error.ts'
import type { Opening, OpeningState } from './wallet.ts'
import type { WalletProvider } from './wallet-provider.ts'

/** Selectors of the escrow's `state(bytes32)` and ERC-3009's `authorizationState(address,bytes32)`. */
const STATE: Hex = '0x61d585da'
const AUTHORIZATION_STATE: Hex = '0xe94a0102'

/** The escrow returns a struct of four words: the status (0 for an unknown meter, 1 for an open one, up to 3), then times. */
const STATE_BYTES = 128
const LAST_STATUS = 3n
const OPEN = 1n

/**
 * The state of an opening in escrow and token, both at the latest block. A contract with other code is not the escrow, so its response
 * proves no meter (docs/money.md, rule 79). An endpoint can answer one number from two blocks, so a nonce that is used for an unknown
 * meter is read twice.
 */
export async function readOpeningState(provider: WalletProvider, opening: Opening): Promise<OpeningState> {
  const state = await readOnce(provider, opening)
  return state.isNonceUsed && !state.isKnown ? readOnce(provider, opening) : state
}

async function readOnce(
  provider: WalletProvider,
  { escrow, terms: { token, payer }, digest }: Opening,
): Promise<OpeningState> {
  const block = await readLatestBlock(provider)
  if (!block.number) throw walletError('wallet_failed', block)
  const [code, state, used] = await Promise.all([
    readCode(provider, escrow, block.number),
    callContract(provider, { to: escrow, data: concatHex([STATE, digest]) }, block.number),
    callContract(
      provider,
      { to: token, data: concatHex([AUTHORIZATION_STATE, padHex(payer, { size: 32 }), digest]) },
      block.number,
    ),
  ])
  const isEscrow = size(code) === 0 || keccak256(code) === meterEscrowCodeHash
  const status = isEscrow ? readWord(state, STATE_BYTES, LAST_STATUS) : 0n
  const stoppedAt = isEscrow ? hexToBigInt(slice(state, 64, 96)) : 0n
  return {
    blockTimestamp: hexToNumber(block.timestamp),
    isKnown: status !== 0n,
    isStopped: stoppedAt !== 0n || status > OPEN,
    isNonceUsed: readWord(used, 32, 1n) === 1n,
  }
}

/** The first word. An address without code returns `0x`, which proves nothing about any meter. */
function readWord(answer: Hex, bytes: number, most: bigint): bigint {
  if (size(answer) !== bytes) throw walletError('wallet_failed', answer)
  const word = hexToBigInt(slice(answer, 0, 32))
  if (word > most) throw walletError('wallet_failed', answer)
  return word
}
