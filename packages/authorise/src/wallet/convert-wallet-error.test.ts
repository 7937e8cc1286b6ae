import { ConnectorNotConnectedError, ProviderNotFoundError } from '@wagmi/core'
import { SwitchChainError, UnknownRpcError, UserRejectedRequestError } from 'viem'
import { describe, expect, test } from 'vitest'
import { convertWalletError } from './convert-wallet-error.ts'
import { WalletError } from './wallet.ts'

const coded = (code: unknown, rest: object = {}) =>
  Object.assign(new Error('text that says nothing'), { code, ...rest })

describe('convertWalletError', () => {
  test.each([
    [4001, 'user_rejected'],
    [5000, 'user_rejected'],
    [4100, 'locked'],
    [4200, 'method_unsupported'],
    [-32601, 'method_unsupported'],
    [-32004, 'method_unsupported'],
    [4900, 'disconnected'],
    [4901, 'chain_mismatch'],
    [4902, 'chain_not_added'],
    [-32002, 'request_pending'],
    [-32603, 'wallet_failed'],
    [-32000, 'wallet_failed'],
    ['4001', 'user_rejected'],
    [' -32002 ', 'request_pending'],
    ['USER_REJECTED_REQUEST', 'user_rejected'],
    ['NETWORK_ERROR', 'wallet_failed'],
  ])('%j is %s', (code, expected) => {
    const error = coded(code)
    expect(convertWalletError(error)).toMatchObject({ name: 'WalletError', code: expected, cause: error })
  })

  test.each([
    [
      'MetaMask’s wrapped 4902',
      coded(-32603, { data: { originalError: { code: 4902 } } }),
      'chain_not_added',
    ],
    ['a cause', new Error('outer', { cause: coded(4001) }), 'user_rejected'],
    ['ethers’ info', coded('ACTION_REJECTED', { info: { error: { code: 4001 } } }), 'user_rejected'],
    ['viem’s rejection', new UserRejectedRequestError(new Error('no')), 'user_rejected'],
    ['viem’s wrapping', new UnknownRpcError(coded(-32002)), 'request_pending'],
    ['viem’s failed switch', new SwitchChainError(coded(4001)), 'chain_not_added'],
    ['wagmi without a provider', new ProviderNotFoundError(), 'no_wallet'],
    ['wagmi without a connection', new ConnectorNotConnectedError(), 'disconnected'],
    ['a bare object', { code: 4001 }, 'user_rejected'],
    ['a string', 'user rejected', 'user_rejected'],
    ['one word', 'cancelled', 'user_rejected'],
    ['one word, and what was declined', 'The request was rejected.', 'user_rejected'],
    ['one word in a field of its own', { error: 'Signature declined' }, 'user_rejected'],
    ['a string of another kind', 'Transaction rejected: nonce too low', 'wallet_failed'],
    ['JSON in a text', new Error('{"code":4001,"message":"x"}'), 'user_rejected'],
    [
      'a 4001 around an error of another kind',
      { code: 4001, message: { code: 8546, message: 'that network is not offered' } },
      'wallet_failed',
    ],
    ['the same as text', { code: 4001, message: '{"code":4902,"message":"x"}' }, 'chain_not_added'],
    ['nothing', undefined, 'wallet_failed'],
    ['the text of a rejection without its code', new Error('User rejected the request.'), 'user_rejected'],
    [
      'the same within a generic error',
      coded(-32603, { data: { message: 'User denied message signature' } }),
      'user_rejected',
    ],
    ['ethers’ own name for it', coded('ACTION_REJECTED'), 'user_rejected'],
    ['Ledger’s name alone', { name: 'UserRefusedOnDevice', message: 'x' }, 'user_rejected'],
    ['viem’s name alone', { name: 'UserRejectedRequestError', message: 'x' }, 'user_rejected'],
    ['a connection that was refused', { code: 'ECONNREFUSED' }, 'wallet_failed'],
    ['passive words', coded(-32000, { error: { message: 'Request rejected by the user' } }), 'user_rejected'],
    [
      'a number that says something else',
      Object.assign(new Error('User rejected'), { code: 4100 }),
      'locked',
    ],
    ['an endpoint that rejects', new Error('The node rejected the request.'), 'wallet_failed'],
  ])('%s', (_, error, code) => {
    expect(convertWalletError(error).code).toBe(code)
  })

  test('leaves its own errors alone', () => {
    const error = new WalletError('account_changed', 'x')
    expect(convertWalletError(error)).toBe(error)
    expect(convertWalletError(new Error('outer', { cause: error }))).toBe(error)
  })

  test('ends on errors that contain themselves', () => {
    const error = new Error('round') as Error & { cause: unknown }
    error.cause = error
    expect(convertWalletError(error).code).toBe('wallet_failed')
  })
})
