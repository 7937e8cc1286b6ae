import { AUSD_ADDRESS, TEST_AUSD_ADDRESS } from '@per-second/protocol/chains'
import type { Address } from '@per-second/protocol/types'
import { pino } from 'pino'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { localPolicy } from '../domain/billing-policy.fixture.ts'
import { readChainOptions } from '../options/chain-options.ts'
import { createRealChains } from './real-chains.ts'

function warningsAtStart(chains: Partial<Record<'test' | 'live', { chainId: number; token?: Address }>>) {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: line => lines.push(JSON.parse(line)) })
  const flags = ({ chainId, token }: { chainId: number; token?: Address }) => ({
    rpcUrl: ['https://rpc.example'],
    chainId: String(chainId),
    ...(token && { token }),
  })
  const options = readChainOptions(
    { test: chains.test ? flags(chains.test) : {}, live: chains.live ? flags(chains.live) : {} },
    { OPERATOR_KEY: generatePrivateKey(), LIVE_OPERATOR_KEY: generatePrivateKey() },
  )
  if (options === null) throw new Error('there are chains')
  createRealChains({ options, log, policy: localPolicy })
  return lines.map(({ level, mode, chainId, token, msg }) => ({ level, mode, chainId, token, msg }))
}

test('a service on chains that pages accept starts without a warning, and known test networks bring the test AUSD', () => {
  expect(warningsAtStart({ test: { chainId: 11_155_111 }, live: { chainId: 143 } })).toEqual([])
  expect(warningsAtStart({ test: { chainId: 97, token: TEST_AUSD_ADDRESS } })).toEqual([])
})

// docs/money.md, rule 75
test('the deployer of wallets is no operator, and has no publicly known key', () => {
  const key = generatePrivateKey()
  const create = (deployer: string, operators: string = key) => {
    const environment = { OPERATOR_KEY: operators, DEPLOYER_KEY: deployer }
    const flags = { rpcUrl: ['https://rpc.example'], chainId: '11155111' }
    const options = readChainOptions({ test: flags, live: {} }, environment)
    if (options === null) throw new Error('there is one')
    return () => createRealChains({ options, log: pino({ level: 'silent' }), policy: localPolicy })
  }
  expect(create(generatePrivateKey())().test.current).not.toBeNull()
  expect(create(key)).toThrow('DEPLOYER_KEY is an operator’s key too')
  expect(create(`0x${'0'.repeat(64)}`)).toThrow('DEPLOYER_KEY is outside the range of private keys.')
  for (const wrong of ['0x12', `${generatePrivateKey()},${generatePrivateKey()}`])
    expect(() => create(wrong)).toThrow('DEPLOYER_KEY must be a private key: 0x and 64 hexadecimal digits.')
  const known = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
  expect(create(known)).toThrow('DEPLOYER_KEY')
})

// docs/money.md, rule 28
test('operators of new meters and retiring ones reach the chain, and a key given twice is refused for having two senders', () => {
  const keys = Array.from({ length: 3 }, () => generatePrivateKey())
  const [first, second, third] = keys.map(privateKeyToAddress)
  const reached = (text: string) => {
    const options = readChainOptions(
      { test: { rpcUrl: ['https://rpc.example'], chainId: '11155111' }, live: {} },
      { OPERATOR_KEY: text },
    )
    if (options === null) throw new Error('there are chains')
    return createRealChains({ options, log: pino({ level: 'silent' }), policy: localPolicy }).test
  }
  const { current, retiring } = reached(`${keys[0]}, ${keys[1]},${keys[2]}`)
  expect(current?.facts.operator).toBe(first)
  expect(retiring.map(({ facts }) => facts.operator)).toEqual([second, third])
  // Without --fee-recipient the fees of a key go to its own account, so a draft from before the change keeps its terms.
  expect([current, ...retiring].map(chain => chain?.facts.fee_recipient)).toEqual([first, second, third])
  expect(() => reached(`${keys[0]},${keys[1]},${keys[1]}`)).toThrow(
    /^OPERATOR_KEY has the key of 0x\w{40} twice: take one out\.$/,
  )
  for (const wrong of [`${keys[0]}+${keys[1]}`, '0x12'])
    expect(() => reached(wrong)).toThrow(
      'OPERATOR_KEY must be a private key: 0x and 64 hexadecimal digits. Keys of operators that retire follow it, separated by commas.',
    )
})

test('a service whose chains no page accepts says so when it starts, for each mode', () => {
  expect(warningsAtStart({ test: { chainId: 43_114 }, live: { chainId: 84_532 } })).toEqual([
    {
      level: 40,
      mode: 'test',
      chainId: 43_114,
      token: AUSD_ADDRESS,
      msg: expect.stringMatching(/^No page accepts test mode on Avalanche \(chain 43114\)/),
    },
    {
      level: 40,
      mode: 'live',
      chainId: 84_532,
      token: TEST_AUSD_ADDRESS,
      msg: expect.stringMatching(/^Pages refuse live mode on Base Sepolia \(chain 84532\)/),
    },
  ])
})
