import { describe, expect, test } from 'vitest'
import { revertedData } from './rpc-rejection.ts'

const WORD = '00000000000000000000000000000000000000000000000000000000000000ab'
const SELECTOR = '0x8baa579f'
const WITH_WORD = `${SELECTOR}${WORD}`
const HASH = `0x${'ab'.repeat(32)}`
const CALLDATA = `0x3e312e2e${WORD}${WORD}`
const ASKED = JSON.stringify({ method: 'eth_call', params: [{ data: CALLDATA }, 'latest'] })

// docs/money.md, rule 31
describe('a revert', () => {
  test.each<[string, unknown, string]>([
    ['Geth', { code: 3, message: 'execution reverted', data: WITH_WORD }, WITH_WORD],
    ['Geth without a reason', { code: 3, message: 'execution reverted', data: '0x' }, '0x'],
    ['Geth of old', { code: -32_000, message: 'execution reverted', data: SELECTOR }, SELECTOR],
    ['raw bytes', { code: 3, message: 'execution reverted', data: '0x1234' }, '0x1234'],
    [
      'OpenEthereum',
      { code: -32_015, message: 'VM execution error.', data: `Reverted ${WITH_WORD}` },
      WITH_WORD,
    ],
    ['Nethermind, by its selector', { code: -32_015, message: 'x', data: `Reverted ${SELECTOR}` }, SELECTOR],
    ['Nethermind without a reason', { code: -32_015, message: 'revert', data: 'Reverted 0x' }, '0x'],
    [
      'Besu',
      { code: -32_000, message: 'Execution reverted', data: WITH_WORD.toUpperCase().replace('0X', '0x') },
      WITH_WORD,
    ],
    ['Erigon', { code: '3', message: 'execution reverted', data: WITH_WORD }, WITH_WORD],
    ['a proxy', { code: -32_603, message: 'Internal error', data: { data: WITH_WORD } }, WITH_WORD],
    [
      'a wallet',
      { code: -32_603, data: { code: -32_603, originalError: { code: 3, data: WITH_WORD, message: 'x' } } },
      WITH_WORD,
    ],
    [
      'a proxy without its data',
      { code: -32_603, data: { cause: { error: { code: 3, message: 'execution reverted' } } } },
      '0x',
    ],
    [
      'Ganache',
      { code: -32_000, data: { [HASH]: { error: 'revert', return: WITH_WORD }, stack: 'at' } },
      WITH_WORD,
    ],
    ['Hardhat', { code: -32_603, data: { message: 'x', txHash: HASH, data: WITH_WORD } }, WITH_WORD],
    ['a library', { body: JSON.stringify({ error: { code: -32_000, data: WITH_WORD } }) }, WITH_WORD],
    ['a list', { code: -32_000, message: 'failed', data: [HASH, WITH_WORD] }, WITH_WORD],
    ['words', { code: -32_000, message: `execution reverted: ${WITH_WORD}` }, WITH_WORD],
    [
      'words that shorten it',
      { code: 3, message: `execution reverted: custom error ${SELECTOR}: 00…`, data: WITH_WORD },
      WITH_WORD,
    ],
  ])('behaviour: is found as %s has it', (_, error, data) => {
    expect(revertedData(error, ASKED)?.toLowerCase()).toBe(data.toLowerCase())
  })

  test.each<[string, unknown]>([
    ['a block that is not there', { code: -32_000, message: 'header not found' }],
    [
      'a block that is not there, with empty data',
      { code: -32_000, message: 'header not found', data: '0x' },
    ],
    ['a block by its number', { code: -32_001, message: 'Unknown block', data: '0x1312d00' }],
    ['a block in words', { code: -32_000, message: 'header for 0x12c4a5f0 not found' }],
    ['a block by its hash', { code: -32_000, message: 'hash not found', data: HASH }],
    ['state that was pruned', { code: -32_000, message: `missing trie node ${HASH.slice(2)} (path )` }],
    ['a quota', { code: -32_003, message: 'daily request limit reached' }],
    ['a rate', { code: 429, message: 'exceeded its compute units per second capacity' }],
    ['a rate, with an address', { code: -32_005, data: { see: 'https://x', account: HASH.slice(0, 42) } }],
    ['gas that runs out', { code: -32_000, message: 'out of gas' }],
    [
      'the question again',
      { code: -32_602, message: 'invalid params', data: { params: [{ data: CALLDATA }] } },
    ],
    ['the question in words', { code: -32_600, message: `bad request: {"data":"${CALLDATA}"}` }],
    ['the question in JSON', { code: -32_600, message: ASKED }],
    ['a text', 'execution reverted'],
    ['nothing', {}],
    ['much that is nested', nested(40)],
  ])('error: is not what an endpoint says of %s', (_, error) => {
    expect(revertedData(error, ASKED)).toBeNull()
  })
})

function nested(depth: number): unknown {
  return depth === 0 ? { code: 3, data: WITH_WORD } : { data: nested(depth - 1) }
}
