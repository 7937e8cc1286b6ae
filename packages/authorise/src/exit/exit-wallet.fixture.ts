import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { Address, WireMeterTerms } from '@per-second/protocol/types'
import { decodeFunctionData, type EIP1193Provider, encodeFunctionResult, type Hex, numberToHex } from 'viem'

const party = (digit: number): Address => `0x${`${digit}`.repeat(40)}`

const PAYER = party(1)
/** A service's own escrow: in no list. */
export const OWN_ESCROW = party(6)

export const SIGNATURE: Hex = `0x${'0b'.repeat(65)}`

export const TERMS: WireMeterTerms = {
  ...{ payer: PAYER, merchant: party(2), operator: party(3), token: party(4), fee_recipient: party(5) },
  ...{ fee_bps: 100, rate_per_second: '277000000000000', max_seconds: 3_600, stop_grace: 86_400 },
  ...{ open_by: 1_800_000_900, expiry: 1_802_596_500, salt: `0x${'ab'.repeat(32)}` },
}

/**
 * The payer's wallet on a chain whose log has nothing, and where {@link OWN_ESCROW} holds whatever meter is asked for.
 *
 * @param logs what the chain answers when it is asked for its log
 */
export function exitWallet(logs: () => unknown = () => []): {
  provider: EIP1193Provider
  asked: string[]
  switchTo(chainId: number): void
  /** The time of the newest block from now on. */
  moveTo(timestamp: number): void
} {
  const asked: string[] = []
  let chainId = 31_337
  let now = 1_800_000_000
  const answers: Record<string, (params: [Call]) => unknown> = {
    eth_requestAccounts: () => [PAYER],
    eth_chainId: () => numberToHex(chainId),
    eth_blockNumber: () => '0x1',
    eth_getBlockByNumber: () => ({ number: '0x1', timestamp: numberToHex(now), transactions: [] }),
    eth_getLogs: logs,
    eth_signTypedData_v4: () => SIGNATURE,
    eth_call: ([call]) => (chainId === 31_337 ? resultOf(call) : '0x'),
  }
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    asked.push(method)
    const answer = answers[method]
    if (!answer) throw Object.assign(new Error('The wallet cannot do this.'), { code: 4200 })
    return answer(params as [Call])
  }
  const switchTo = (id: number) => {
    chainId = id
  }
  const moveTo = (timestamp: number) => {
    now = timestamp
  }
  return { provider: { request } as unknown as EIP1193Provider, asked, switchTo, moveTo }
}

type Call = { to: Address; data: Hex }

function resultOf({ to, data }: Call): Hex {
  const { functionName } = decodeFunctionData({ abi: meterEscrowAbi, data })
  const abi = meterEscrowAbi
  if (functionName === 'credit') return encodeFunctionResult({ abi, functionName, result: 0n })
  if (functionName !== 'state') return '0x'
  const status = to === OWN_ESCROW ? 1 : 0
  const result = { status, openedAt: 1_799_999_000, stoppedAt: 0, billedSeconds: 0 }
  return encodeFunctionResult({ abi, functionName, result })
}
