import { testEscrowAddress } from '@per-second/contracts/addresses'
import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { TEST_AUSD_ADDRESS } from '@per-second/protocol/chains'
import { meterDigest, termsFromWire } from '@per-second/protocol/terms'
import type { Address, WireMeterTerms } from '@per-second/protocol/types'
import {
  decodeFunctionData,
  type EIP1193Provider,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  getAbiItem,
  type Hex,
  isAddressEqual,
  numberToHex,
} from 'viem'
import { ESCROW_CODE } from '../wallet/fake-provider.ts'

export const party = (digit: number): Address => `0x${`${digit}`.repeat(40)}`

export const PAYER = party(1)
/** A service's own escrow, which is in no list. */
export const OWN_ESCROW = party(6)
/** A contract with other code. */
export const STRANGE_CONTRACT = party(7)

export const SIGNATURE: Hex = `0x${'0b'.repeat(65)}`
export const HASH: Hex = `0x${'cd'.repeat(32)}`

export const TERMS: WireMeterTerms = {
  ...{
    payer: PAYER,
    merchant: party(2),
    operator: party(3),
    token: TEST_AUSD_ADDRESS,
    fee_recipient: party(5),
  },
  ...{ fee_bps: 100, rate_per_second: '277000000000000', max_seconds: 3_600, stop_grace: 86_400 },
  ...{ open_by: 1_800_000_900, expiry: 1_802_596_500, salt: `0x${'ab'.repeat(32)}` },
}

/** An `Opened` event of the shared test escrow, in an endpoint's form. */
export function openedLog(wire: WireMeterTerms, escrow: Address = testEscrowAddress) {
  const terms = termsFromWire(wire)
  const id = meterDigest(terms, { chainId: 31_337, escrow })
  const { payer, merchant } = terms
  const inputs = getAbiItem({ abi: meterEscrowAbi, name: 'Opened' }).inputs.filter(input => !input.indexed)
  return {
    address: escrow,
    topics: encodeEventTopics({ abi: meterEscrowAbi, eventName: 'Opened', args: { id, payer, merchant } }),
    data: encodeAbiParameters(inputs, [terms]),
  }
}

type Call = { to: Address; data: Hex }
type FakeState = { status: number; openedAt: number; stoppedAt: number; billedSeconds: number }

/**
 * A wallet at the edge of the page: the payer's, on a chain with an empty log. The shared test escrow and {@link OWN_ESCROW} know every
 * meter. A test changes `answers`, `stateOf` and `credit`.
 */
export function exitWallet() {
  const asked: string[] = []
  const sent: unknown[] = []
  let chainId = 31_337
  let now = 1_800_000_000
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_requestAccounts: () => [PAYER],
    eth_chainId: () => numberToHex(chainId),
    eth_blockNumber: () => '0x1',
    eth_getBlockByNumber: () => ({ number: '0x1', timestamp: numberToHex(now), transactions: [] }),
    eth_getLogs: () => [],
    eth_getCode: ([address]) => codeAt(address as Address),
    eth_getTransactionCount: () => '0x0',
    eth_sendTransaction: ([transaction]) => {
      sent.push(transaction)
      return HASH
    },
    eth_getTransactionReceipt: () => receipt([]),
    eth_signTypedData_v4: () => SIGNATURE,
    eth_call: ([call]) => (chainId === 31_337 ? wallet.resultOf(call as Call) : '0x'),
  }
  const request = async ({ method, params = [] }: { method: string; params?: unknown }) => {
    asked.push(method)
    const answer = answers[method]
    if (!answer) throw Object.assign(new Error('The wallet cannot do this.'), { code: 4200 })
    return answer(params as unknown[])
  }
  const wallet = {
    provider: { request } as unknown as EIP1193Provider,
    asked,
    sent,
    answers,
    credit: 0n,
    /** Status 1 is open. */
    stateOf: (_meter: Hex): FakeState => ({
      status: 1,
      openedAt: 1_799_999_000,
      stoppedAt: 0,
      billedSeconds: 0,
    }),
    resultOf: ({ data }: Call): Hex => {
      const abi = meterEscrowAbi
      const { functionName, args } = decodeFunctionData({ abi, data })
      if (functionName === 'credit') return encodeFunctionResult({ abi, functionName, result: wallet.credit })
      if (functionName === 'state')
        return encodeFunctionResult({ abi, functionName, result: wallet.stateOf(args[0]) })
      if (functionName === 'settleBySig')
        return encodeFunctionResult({ abi, functionName, result: [498_600n, 4_986n] })
      if (functionName === 'withdrawCredit')
        return encodeFunctionResult({ abi, functionName, result: wallet.credit })
      if (functionName === 'reclaim') return encodeFunctionResult({ abi, functionName, result: 0n })
      return '0x'
    },
    switchTo: (id: number) => {
      chainId = id
    },
    /** Sets the time of the newest block. */
    moveTo: (timestamp: number) => {
      now = timestamp
    },
  }
  return wallet
}

/** A receipt of the transaction, with this log. */
export function receipt(logs: readonly object[]) {
  const place = { blockHash: HASH, blockNumber: '0x1', transactionHash: HASH, transactionIndex: '0x0' }
  return {
    ...{ ...place, status: '0x1', type: '0x2', from: PAYER, to: testEscrowAddress, contractAddress: null },
    ...{ gasUsed: '0x1', cumulativeGasUsed: '0x1', effectiveGasPrice: '0x1', logsBloom: '0x' },
    logs: logs.map(log => ({ ...place, logIndex: '0x0', removed: false, ...log })),
  }
}

function codeAt(address: Address): Hex {
  if ([testEscrowAddress as Address, OWN_ESCROW].some(escrow => isAddressEqual(escrow, address)))
    return ESCROW_CODE
  return isAddressEqual(address, STRANGE_CONTRACT) ? '0x60016000f3' : '0x'
}
