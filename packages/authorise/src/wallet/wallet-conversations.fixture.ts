import type { Hex } from '@per-second/protocol/types'

/** A wallet's response to one request, in the order of the conversation. `moves` is its network from then on. */
export type Turn = {
  method: string
  /** A function computes it from the valid signature. */
  answer?: unknown | ((signature: Hex) => unknown)
  error?: unknown
  /** The person's reading time before the answer, in milliseconds. */
  afterMs?: number
  moves?: number
  /** Each value of `chainChanged` before the answer, since the turn before. */
  chainChanged?: readonly string[]
}

/** A wallet from the first request to the last turn, with the responses of its public code and bug reports, or as recorded. */
export type Conversation = {
  wallet: string
  /** The version of the wallet, built from its source, that gave these responses in a checkout. */
  recorded?: string
  rdns: string
  /** The behaviour of `on`, which throws at once or later; null if the wallet has no events. */
  on?: 'throws' | null
  /** The wallet's spelling of the account. */
  spells: 'checksum' | 'lower case'
  /** Its network at first (default: Ethereum). */
  startsOn?: number
  turns: readonly Turn[]
  /** The code of the refusal; null if the conversation ends with a signature. */
  ends: 'user_rejected' | 'rejected_unseen' | 'request_pending' | null
  /** After the signature: the result of each stop on-chain, in order. */
  stops?: readonly (Hex | 'user_rejected')[]
}

/** A person's reading time. A replay waits no longer, whatever was recorded. */
export const PERSON_MS = 450
const SWITCH = 'wallet_switchEthereumChain'
const ADD = 'wallet_addEthereumChain'
const SIGN = 'eth_signTypedData_v4'
const SEND = 'eth_sendTransaction'
const TRANSACTION = `0x${'7e'.repeat(32)}` as const

const parity = (signature: Hex) => `${signature.slice(0, 130)}${signature.endsWith('1b') ? '00' : '01'}`

const RABBY_REFUSAL = { code: 4001, message: 'User rejected the request.' }
const RABBY_WORDS =
  'Unrecognized chain ID "0x7a69". Try adding the chain using wallet_switchEthereumChain first.'
/** Recorded with its stack, of which the first line stands here. */
const RABBY_UNKNOWN = {
  code: -32_603,
  message: RABBY_WORDS,
  data: { originalError: { message: RABBY_WORDS, stack: `Error: ${RABBY_WORDS}`, code: 4902 } },
}
/** Taho's error for a person's refusal, and for a network without an explorer, which it does not show. */
const TAHO_REFUSAL = { code: 4001, message: 'The user rejected the request.' }
const TAHO_UNKNOWN = { code: 4901, message: 'The Provider is not connected to the requested chain.' }

export const CONVERSATIONS: readonly Conversation[] = [
  {
    wallet: 'MetaMask, which does not know the network',
    rdns: 'io.metamask',
    spells: 'lower case',
    turns: [
      { method: SWITCH, error: { code: 4902, message: 'Unrecognized chain ID "0x7a69".' } },
      { method: ADD, answer: null, afterMs: PERSON_MS, moves: 31_337 },
      { method: SIGN, answer: (signature: Hex) => signature, afterMs: PERSON_MS },
    ],
    ends: null,
  },
  {
    wallet: 'MetaMask Mobile, declined',
    rdns: 'io.metamask.mobile',
    spells: 'lower case',
    turns: [
      { method: SWITCH, error: { code: -32_603, data: { originalError: { code: 4902 } } } },
      { method: ADD, answer: null, afterMs: PERSON_MS },
      { method: SWITCH, answer: null, moves: 31_337 },
      {
        method: SIGN,
        error: { code: 4001, message: 'MetaMask Message Signature: User denied message signature.' },
        afterMs: PERSON_MS,
      },
    ],
    ends: 'user_rejected',
  },
  {
    wallet: 'MetaMask with another request open',
    rdns: 'io.metamask',
    spells: 'lower case',
    turns: [
      { method: SWITCH, answer: null, moves: 31_337 },
      { method: SIGN, error: { code: -32_002, message: 'Request already pending. Please wait.' } },
    ],
    ends: 'request_pending',
  },
  {
    wallet: 'Rabby, which nests its 4902',
    recorded: '0.93.34',
    rdns: 'io.rabby',
    spells: 'lower case',
    turns: [
      { method: SWITCH, error: RABBY_UNKNOWN, afterMs: 5 },
      { method: ADD, answer: null, afterMs: 6_590, moves: 31_337, chainChanged: ['0x7a69'] },
      { method: SIGN, answer: (signature: Hex) => signature, afterMs: 8_914 },
      { method: SEND, error: RABBY_REFUSAL, afterMs: 19_009 },
      { method: SEND, answer: TRANSACTION, afterMs: 10_641 },
    ],
    ends: null,
    stops: ['user_rejected', TRANSACTION],
  },
  {
    wallet: 'Rabby, in which the network is declined',
    recorded: '0.93.34',
    rdns: 'io.rabby',
    spells: 'lower case',
    turns: [
      { method: SWITCH, error: RABBY_UNKNOWN, afterMs: 7 },
      { method: ADD, error: RABBY_REFUSAL, afterMs: 19_687 },
    ],
    ends: 'user_rejected',
  },
  {
    wallet: 'Rabby, whose window is closed over the signature',
    recorded: '0.93.34',
    rdns: 'io.rabby',
    spells: 'lower case',
    startsOn: 31_337,
    turns: [{ method: SIGN, error: RABBY_REFUSAL, afterMs: 7_133 }],
    ends: 'user_rejected',
  },
  {
    wallet: 'Rabby over a hardware wallet that gives the parity',
    rdns: 'io.rabby',
    spells: 'lower case',
    turns: [
      { method: SWITCH, answer: null, moves: 31_337 },
      { method: SIGN, answer: parity, afterMs: PERSON_MS },
    ],
    ends: null,
  },
  {
    wallet: 'Taho, which insists on an explorer and returns to its own network once',
    recorded: '0.66.0',
    rdns: 'xyz.taho.wallet',
    spells: 'lower case',
    turns: [
      { method: SWITCH, error: TAHO_UNKNOWN, afterMs: 10, chainChanged: ['1'] },
      { method: ADD, error: TAHO_REFUSAL, afterMs: 4 },
      { method: ADD, answer: null, afterMs: 2_500, chainChanged: ['0x7a69'] },
      { method: SWITCH, answer: null, afterMs: 70, moves: 31_337, chainChanged: ['0x1', '0x7a69'] },
      {
        method: SIGN,
        answer: (signature: Hex) => signature,
        afterMs: 5_180,
        chainChanged: ['31337'],
      },
      { method: SEND, error: TAHO_REFUSAL, afterMs: 22_742, chainChanged: ['0x7a69'] },
      { method: SEND, answer: TRANSACTION, afterMs: 14_708 },
    ],
    ends: null,
    stops: ['user_rejected', TRANSACTION],
  },
  {
    wallet: 'Taho, in which the network is declined',
    recorded: '0.66.0',
    rdns: 'xyz.taho.wallet',
    spells: 'lower case',
    turns: [
      { method: SWITCH, error: TAHO_UNKNOWN, afterMs: 7, chainChanged: ['1'] },
      { method: ADD, error: TAHO_REFUSAL, afterMs: 4 },
      { method: ADD, error: TAHO_REFUSAL, afterMs: 13_654 },
    ],
    ends: 'user_rejected',
  },
  {
    wallet: 'Taho, in which the signature is declined',
    recorded: '0.66.0',
    rdns: 'xyz.taho.wallet',
    spells: 'lower case',
    startsOn: 31_337,
    turns: [{ method: SIGN, error: TAHO_REFUSAL, afterMs: 16_378, chainChanged: ['31337'] }],
    ends: 'user_rejected',
  },
  {
    wallet: 'a bridge that returns the error of a network it does not know',
    rdns: 'example.bridge',
    spells: 'checksum',
    turns: [
      { method: SWITCH, answer: { code: 4902, message: 'x' } },
      { method: ADD, answer: null },
      { method: SWITCH, answer: null, moves: 31_337 },
      { method: SIGN, answer: (signature: Hex) => signature },
    ],
    ends: null,
  },
  {
    wallet: 'Trust, declined in a word',
    rdns: 'com.trustwallet.app',
    on: 'throws',
    spells: 'lower case',
    turns: [
      { method: SWITCH, answer: null, moves: 31_337 },
      { method: SIGN, error: 'cancelled', afterMs: PERSON_MS },
    ],
    ends: 'user_rejected',
  },
  {
    wallet: 'Trust, whose signature has no 0x',
    rdns: 'com.trustwallet.app',
    on: null,
    spells: 'lower case',
    turns: [
      { method: SWITCH, answer: null, moves: 31_337 },
      { method: SIGN, answer: (signature: Hex) => signature.slice(2), afterMs: PERSON_MS },
    ],
    ends: null,
  },
  {
    wallet: 'Enkrypt, which does not offer the network and insists on an explorer',
    rdns: 'com.enkrypt',
    spells: 'lower case',
    turns: [
      {
        method: SWITCH,
        error: { code: 4001, message: { code: 8546, message: 'that network is not offered' } },
      },
      { method: ADD, error: { code: -32_602, message: { code: 0, message: 'no explorer' } } },
      { method: ADD, answer: null, afterMs: PERSON_MS, moves: 31_337 },
      { method: SIGN, answer: (signature: Hex) => ({ result: signature }), afterMs: PERSON_MS },
    ],
    ends: null,
  },
  {
    wallet: 'a wallet that refuses by itself',
    rdns: 'example.strict',
    spells: 'checksum',
    turns: [
      { method: SWITCH, answer: null, moves: 31_337 },
      { method: SIGN, error: { code: 4001, message: 'User rejected the request.' } },
    ],
    ends: 'rejected_unseen',
  },
  {
    wallet: 'a wallet that takes typed data as an object only',
    rdns: 'example.object',
    spells: 'lower case',
    turns: [
      { method: SWITCH, answer: null, moves: 31_337 },
      { method: SIGN, error: { code: -32_602, message: 'expected an object' } },
      { method: SIGN, answer: (signature: Hex) => signature, afterMs: PERSON_MS },
    ],
    ends: null,
  },
]
