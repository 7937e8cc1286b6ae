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
}

/** A wallet from the first request to the signature or refusal, with the responses of its public code and bug reports. */
export type Conversation = {
  wallet: string
  rdns: string
  /** The behaviour of `on`; null if the wallet has no events. */
  on?: 'throws' | null
  /** The wallet's spelling of the account. */
  spells: 'checksum' | 'lower case'
  turns: readonly Turn[]
  /** The code of the refusal; null if the conversation ends with a signature. */
  ends: 'user_rejected' | 'rejected_unseen' | 'request_pending' | null
}

const PERSON_MS = 450
const SWITCH = 'wallet_switchEthereumChain'
const ADD = 'wallet_addEthereumChain'
const SIGN = 'eth_signTypedData_v4'

const parity = (signature: Hex) => `${signature.slice(0, 130)}${signature.endsWith('1b') ? '00' : '01'}`

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
    wallet: 'Rabby',
    rdns: 'io.rabby',
    spells: 'lower case',
    turns: [
      {
        method: SWITCH,
        error: { code: 4902, message: 'Unrecognized chain ID. Try adding the chain first.' },
      },
      { method: ADD, answer: null, afterMs: PERSON_MS, moves: 31_337 },
      { method: SIGN, answer: (signature: Hex) => signature, afterMs: PERSON_MS },
    ],
    ends: null,
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
    wallet: 'Taho, which has no line to the network',
    rdns: 'xyz.taho',
    spells: 'checksum',
    turns: [
      {
        method: SWITCH,
        error: { code: 4901, message: 'The Provider is not connected to the requested chain.' },
      },
      { method: ADD, answer: null, afterMs: PERSON_MS, moves: 31_337 },
      { method: SIGN, answer: (signature: Hex) => signature, afterMs: PERSON_MS },
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
