import {
  liveEscrowAddress,
  liveEscrowSalt,
  meterEscrowCreationCodeHash,
  testEscrowAddress,
  testEscrowSalt,
} from '@per-second/contracts/addresses'
import { AUSD_ADDRESS } from '@per-second/protocol/chains'
import { pino } from 'pino'
import { getCreate2Address } from 'viem'
import { expect, test } from 'vitest'
import { createRealChains } from '../chain/real-chains.ts'
import { localPolicy } from '../domain/billing-policy.fixture.ts'
import { type ChainFlags, readChainOptions } from './chain-options.ts'
import { OptionError } from './option-error.ts'

const KEY = `0x${'17'.repeat(32)}`
const OTHER = `0x${'18'.repeat(32)}`
const NONE = { test: null, live: null }
const ENVIRONMENT = { OPERATOR_KEY: KEY, LIVE_OPERATOR_KEY: OTHER }
/** A salt of one's own, and where the keyless deployer puts the escrow with it (EIP-1014, by another implementation). */
const SALT = `0x${'5e'.repeat(32)}` as const
const OWN = getCreate2Address({
  from: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
  salt: SALT,
  bytecodeHash: meterEscrowCreationCodeHash,
})
/** Two of the addresses of EIP-55 itself. */
const PROPER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER_PROPER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const TEST: ChainFlags = { rpcUrl: ['https://rpc.example/secret'], chainId: '5000' }
const LIVE: ChainFlags = { rpcUrl: ['https://live.example', 'https://spare.example'], chainId: '43114' }

test('default: without an endpoint there is no real chain', () => {
  const blank = { OPERATOR_KEY: '', LIVE_OPERATOR_KEY: ' ', DEPLOYER_KEY: '\n' }
  for (const environment of [{}, blank])
    expect(readChainOptions({ test: {}, live: {} }, environment)).toBeNull()
})

test('default: a known chain needs its endpoint, its id and the operator’s key', () => {
  expect(readChainOptions({ test: TEST, live: LIVE }, ENVIRONMENT)).toEqual({
    test: {
      rpcUrl: ['https://rpc.example/secret'],
      publicRpcUrl: ['https://rpc.mantle.xyz'],
      chainId: 5000,
      escrow: testEscrowAddress,
      escrowSalt: null,
      token: AUSD_ADDRESS,
      feeRecipient: null,
      confirmations: 3,
      reorgDepth: 64,
      maxFee: 500_000_000_000n,
      operatorKeys: { current: KEY, retiring: [] },
      deployerKey: null,
    },
    live: {
      rpcUrl: ['https://live.example', 'https://spare.example'],
      publicRpcUrl: ['https://api.avax.network/ext/bc/C/rpc'],
      chainId: 43_114,
      escrow: liveEscrowAddress,
      escrowSalt: null,
      token: AUSD_ADDRESS,
      feeRecipient: null,
      confirmations: 3,
      reorgDepth: 64,
      maxFee: 500_000_000_000n,
      operatorKeys: { current: OTHER, retiring: [] },
      deployerKey: null,
    },
  })
})

test('behaviour: everything can be said', () => {
  const address = PROPER.toLowerCase()
  const flags: ChainFlags = {
    ...TEST,
    chainId: '99',
    publicRpcUrl: ['https://public.example'],
    escrow: address,
    token: address,
    feeRecipient: OTHER_PROPER,
    confirmations: 'finalized',
    reorgDepth: '0',
    maxFee: '0.05',
  }
  const environment = { ...ENVIRONMENT, DEPLOYER_KEY: OTHER }
  expect(readChainOptions({ test: flags, live: {} }, environment)).toMatchObject({
    test: {
      publicRpcUrl: ['https://public.example'],
      chainId: 99,
      escrow: PROPER,
      token: PROPER,
      feeRecipient: OTHER_PROPER,
      confirmations: 'finalized',
      reorgDepth: 0,
      maxFee: 50_000_000n,
      deployerKey: OTHER,
    },
    live: null,
  })
})

test('behaviour: an escrow of one’s own follows from its salt, and may be named besides', () => {
  const escrowOf = (mode: 'test' | 'live', flags: ChainFlags) => {
    const chain = mode === 'test' ? TEST : LIVE
    const read = readChainOptions({ test: {}, live: {}, [mode]: { ...chain, ...flags } }, ENVIRONMENT)?.[mode]
    return [read?.escrow, read?.escrowSalt]
  }
  for (const mode of ['test', 'live'] as const) {
    expect(escrowOf(mode, { escrowSalt: SALT })).toEqual([OWN, SALT])
    expect(escrowOf(mode, { escrowSalt: SALT.toUpperCase().replace('X', 'x') })).toEqual([OWN, SALT])
    expect(escrowOf(mode, { escrowSalt: SALT, escrow: OWN.toLowerCase() })).toEqual([OWN, SALT])
  }
  // Said or not, the escrow that services share has no salt to be stated.
  expect(escrowOf('test', { escrowSalt: testEscrowSalt })).toEqual([testEscrowAddress, null])
  expect(escrowOf('live', { escrowSalt: liveEscrowSalt })).toEqual([liveEscrowAddress, null])
})

// docs/money.md, rule 51
test.each<[string, ChainFlags, ChainFlags, object, string]>([
  [
    'a salt of another escrow than is named',
    { ...TEST, escrowSalt: SALT, escrow: testEscrowAddress },
    {},
    ENVIRONMENT,
    `--escrow-salt gives the escrow ${OWN}, and --escrow names ${testEscrowAddress}: leave out the one that is wrong.`,
  ],
  ['half a salt', {}, { ...LIVE, escrowSalt: '0x5e' }, ENVIRONMENT, '--live-escrow-salt must be 32 bytes'],
  [
    'the other mode’s salt',
    { ...TEST, escrowSalt: liveEscrowSalt },
    {},
    ENVIRONMENT,
    '--escrow-salt leads to the escrow of the other mode',
  ],
  [
    'the other mode’s escrow',
    {},
    { ...LIVE, escrow: testEscrowAddress },
    ENVIRONMENT,
    '--live-escrow leads to the escrow of the other mode',
  ],
  [
    'two modes with one escrow on one chain',
    { ...TEST, escrowSalt: SALT },
    { ...LIVE, chainId: '5000', escrowSalt: SALT },
    ENVIRONMENT,
    'Both modes are on chain 5000.',
  ],
  ['a salt without an endpoint', { escrowSalt: SALT }, {}, ENVIRONMENT, '--escrow-salt needs --rpc-url.'],
  ['no key', TEST, {}, {}, '--rpc-url needs the operator’s private key in the environment: OPERATOR_KEY.'],
  ['no live key', {}, LIVE, { OPERATOR_KEY: KEY }, 'the environment: LIVE_OPERATOR_KEY.'],
  ['no chain id', { rpcUrl: ['https://rpc.example'] }, {}, ENVIRONMENT, '--rpc-url needs --chain-id'],
  ['no endpoint', { chainId: '1' }, {}, ENVIRONMENT, '--chain-id needs --rpc-url.'],
  ['no live endpoint', {}, { escrow: '0x12' }, ENVIRONMENT, '--live-escrow needs --live-rpc-url.'],
  [
    'a key without an endpoint',
    {},
    {},
    ENVIRONMENT,
    'OPERATOR_KEY in the environment needs --rpc-url. For local mode, unset OPERATOR_KEY.',
  ],
  [
    'a live deployer’s key without an endpoint',
    {},
    {},
    { LIVE_DEPLOYER_KEY: KEY },
    'LIVE_DEPLOYER_KEY in the environment needs --live-rpc-url. For local mode, unset LIVE_DEPLOYER_KEY.',
  ],
  [
    'two modes on one chain',
    TEST,
    { ...LIVE, chainId: '5000' },
    ENVIRONMENT,
    'Both modes are on chain 5000.',
  ],
  ['a chain without an AUSD', { ...TEST, chainId: '99' }, {}, ENVIRONMENT, 'No AUSD is known on chain 99'],
  ['an endpoint that is none', { ...TEST, rpcUrl: ['secret'] }, {}, ENVIRONMENT, '--rpc-url must be'],
  [
    'a password in an endpoint',
    { ...TEST, rpcUrl: ['https://me:secret@rpc.example'] },
    {},
    ENVIRONMENT,
    '--rpc-url must not hold a user name',
  ],
  [
    'an endpoint whose slashes are repaired',
    { ...TEST, rpcUrl: ['https:\\\\me:secret@rpc.example'] },
    {},
    ENVIRONMENT,
    '--rpc-url must be an address that begins with http:// or https://.',
  ],
  ['a bad address', { ...TEST, escrow: '0x12' }, {}, ENVIRONMENT, '--escrow must be an address'],
  ...(['escrow', 'token', 'feeRecipient'] as const).flatMap<[string, ChainFlags, ChainFlags, object, string]>(
    field => {
      const option = `--live-${field.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
      const given = (text: string) => ({ ...LIVE, [field]: text })
      const mistyped = PROPER.replace('aA', 'AA')
      return [
        [
          `mistyped capitals in ${option}`,
          {},
          given(mistyped),
          ENVIRONMENT,
          `${option}: the checksum of ${mistyped} is wrong (EIP-55). Copy the address again, or write it in lower case.`,
        ],
        [
          `the zero address in ${option}`,
          {},
          given(`0x${'0'.repeat(40)}`),
          ENVIRONMENT,
          `${option} must not be the zero address, which has no owner.`,
        ],
      ]
    },
  ),
  ...[testEscrowAddress, AUSD_ADDRESS].map<[string, ChainFlags, ChainFlags, object, string]>(address => [
    `fees for ${address}`,
    { ...TEST, feeRecipient: address.toLowerCase() },
    {},
    ENVIRONMENT,
    '--fee-recipient must not be the escrow or the token',
  ]),
  ['a depth that is too deep', { ...TEST, reorgDepth: '1001' }, {}, ENVIRONMENT, '--reorg-depth must be'],
  ['a fee of nothing', { ...TEST, maxFee: '0.0' }, {}, ENVIRONMENT, '--max-fee must be a price in gwei'],
  ['a fee finer than wei', {}, { ...LIVE, maxFee: '1.0000000001' }, ENVIRONMENT, '--live-max-fee must be'],
  ['bad confirmations', {}, { ...LIVE, confirmations: '0' }, ENVIRONMENT, '--live-confirmations must be'],
])('error: %s', (_, forTest, live, environment, message) => {
  const read = () => readChainOptions({ test: forTest, live }, environment)
  expect(read).toThrow(OptionError)
  expect(read).toThrow(message.replace('’', "'"))
  expect(read).not.toThrow('secret')
})

// docs/money.md, rule 51
test.each([
  [
    'a development key',
    { OPERATOR_KEY: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' },
    {},
    'OPERATOR_KEY is a development key',
  ],
  ['no key at all', { OPERATOR_KEY: 'secret' }, {}, 'OPERATOR_KEY must be a private key'],
  [
    'a development account for the fees',
    { OPERATOR_KEY: KEY },
    { feeRecipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
    '--fee-recipient is a development key',
  ],
])('error: %s is refused before anything starts, and not repeated', (_, environment, flags, message) => {
  const read = () => readChainOptions({ test: { ...TEST, ...flags }, live: {} }, environment)
  const create = () =>
    createRealChains({ options: read() ?? NONE, policy: localPolicy, log: pino({ level: 'silent' }) })
  expect(create).toThrow(OptionError)
  expect(create).toThrow(message)
  expect(create).not.toThrow(environment.OPERATOR_KEY)
})
