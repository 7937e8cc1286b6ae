import { expect, onTestFinished, test } from 'vitest'
import { ChainError } from '../chain/chain-error.ts'
import { RpcRejection } from '../chain/transport/rpc-rejection.ts'
import { openTestStorage } from '../storage/test-storage.fixture.ts'
import { createReadiness } from './readiness.ts'

async function readinessWith(failure: Error) {
  const { storage, remove } = await openTestStorage()
  onTestFinished(remove)
  const fail = () => Promise.reject(failure)
  const current = { operatorGas: fail, head: fail } as never
  const none = { current: null, retiring: [] }
  const operators = { test: { current, retiring: [] }, live: none }
  return createReadiness({ storage, operators, clockSkewMillis: () => 0 })().then(
    () => null,
    (error: Error) => error.message,
  )
}

test.each([
  [new ChainError('timeout', 'late'), 'The chain does not answer.'],
  [
    new RpcRejection('eth_getBalance', { code: -32_016, text: 'over rate limit' }),
    'The chain cannot be used: eth_getBalance was refused (-32016): over rate limit.',
  ],
  [
    new ChainError('unsupported', 'the endpoint has no finalized block'),
    'The chain cannot be used: the endpoint has no finalized block.',
  ],
])(
  'error: a service whose chain cannot be used says why, where an endpoint has said it',
  async (failure, words) => {
    expect(await readinessWith(failure)).toBe(words)
  },
)
