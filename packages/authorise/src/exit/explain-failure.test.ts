import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import {
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  encodeErrorResult,
  type Hex,
  parseAbi,
} from 'viem'
import { expect, test } from 'vitest'
import { explainFailure } from './explain-failure.ts'

function reverted(data: Hex) {
  const call = { abi: meterEscrowAbi, functionName: 'stop' }
  const cause = new ContractFunctionRevertedError({ ...call, data })
  return new ContractFunctionExecutionError(cause, { ...call, args: [{}] })
}

const errorString = (reason: string) =>
  encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: [reason] })

test('the escrow’s own refusals are sentences of this page', () => {
  const args = [`0x${'00'.repeat(32)}`, 1n] as const
  const data = encodeErrorResult({ abi: meterEscrowAbi, errorName: 'AlreadyStopped', args })
  expect(explainFailure(reverted(data))).toBe(
    'This meter was stopped before. The rest can be refunded when its grace is over.',
  )
})

// docs/money.md, rule 79
test.each([
  [reverted(errorString('Go to evil.example')), 'The contract refuses this. It says: “Go to evil.example”'],
  [
    reverted(errorString('a\n\u202eb'.repeat(200))),
    `The contract refuses this. It says: “${'a b'.repeat(200).slice(0, 140)}…”`,
  ],
  [reverted('0x12345678'), 'The contract refuses this. It says: “0x12345678”'],
  [reverted('0x'), 'The contract refuses this, without a reason.'],
  [
    new Error('Stopped. Your money is safe.'),
    'The wallet or its endpoint failed. It says: “Stopped. Your money is safe.”',
  ],
  ['no error at all', 'The wallet failed.'],
])('foreign words are quoted, shortened and named, case %#', (error, sentence) => {
  expect(explainFailure(error)).toBe(sentence)
})
