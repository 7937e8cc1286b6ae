import type { Address } from '@per-second/protocol/types'
import { encodeFunctionResult, multicall3Abi, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { createChainClient } from '../transport/chain-client.ts'
import type { RpcQuestion } from '../transport/rpc-provider.ts'
import { MULTICALL } from './multicall.ts'
import { simulateDeployment } from './simulate-call.ts'

const addressOf = (number: number): Address => numberToHex(number, { size: 20 })
const TOKEN = addressOf(1)
const OPERATOR = addressOf(2)
const OPENING = {
  kind: 'open' as const,
  signature: '0x12' as const,
  terms: {
    ...{ payer: addressOf(3), merchant: addressOf(4), operator: OPERATOR, token: TOKEN },
    ...{ feeRecipient: addressOf(5), feeBps: 100, ratePerSecond: 10n ** 18n, maxSeconds: 60 },
    ...{ stopGrace: 0, openBy: 100, expiry: 200, salt: numberToHex(6, { size: 32 }) },
  },
}
const WALLET = { factory: addressOf(7), data: '0x34', signature: '0x56' } as const
const DEPLOYER = addressOf(9)
/** Of a call within another one. */
const SUCCESS = numberToHex(1, { size: 32 })
const ALL_WELL = [true, true, true].map(success => ({ success, returnData: '0x01' as const }))

// docs/money.md, rule 75
test('error: state of the requested block only, the payer’s deposit and Multicall3, is found there', async () => {
  const client = createChainClient({
    request: async <T>({ method, params = [] }: RpcQuestion) => {
      const [asked, block] = params as [unknown, string]
      const isThere = block === numberToHex(100)
      const answerOf = () => {
        if (method === 'eth_getCode') return asked === MULTICALL && isThere ? '0x01' : '0x'
        if ((asked as { to: Address }).to === TOKEN)
          return numberToHex(isThere ? 60_000_000 : 0, { size: 32 })
        if ((asked as { to: Address }).to === DEPLOYER) return SUCCESS
        return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: ALL_WELL })
      }
      return answerOf() as T
    },
  })
  const at = (blockNumber: bigint) =>
    simulateDeployment(
      client,
      { call: OPENING, wallet: WALLET },
      {
        ...{ escrow: addressOf(8), token: TOKEN, operator: OPERATOR, deployer: DEPLOYER, time: null },
        block: { blockNumber },
      },
    )
  expect([await at(99n), await at(100n)]).toEqual(['insufficient_funds', null])
})
