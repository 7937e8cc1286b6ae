import {
  liveEscrowAddress,
  liveEscrowSalt,
  testEscrowAddress,
  testEscrowSalt,
} from '@per-second/contracts/addresses'
import { AUSD_ADDRESS, KNOWN_CHAINS, TEST_AUSD_ADDRESS } from '@per-second/protocol/chains'
import type { Address, Hex } from '@per-second/protocol/types'
import { zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  type HonestOptions,
  honestService,
  ownEscrow,
  PAYER,
  STRANGER,
  setAt,
} from '../../test/honest-service.ts'
import type { Pins } from './pins.ts'
import type { RefusalCode } from './refusal-error.ts'
import { verifyChain } from './verify-chain.ts'

const MAIN = KNOWN_CHAINS.filter(({ network }) => network === 'main').map(({ chainId }) => chainId)
const TEST = KNOWN_CHAINS.filter(({ network }) => network === 'test').map(({ chainId }) => chainId)
const NO_PINS: Pins = { chainId: null, escrow: null, token: null, payee: null, maxFee: null }
/** A chain outside every table. */
const FOREIGN = 8_453

const SALT: Hex = `0x${'5e'.repeat(32)}`
const OTHER_SALT: Hex = `0x${'5f'.repeat(32)}`

function verify(options: HonestOptions, pins: Partial<Pins> = {}, pageOrigin = 'https://shop.example') {
  return verifyChain({ ...honestService(options), pins: { ...NO_PINS, ...pins }, pageOrigin })
}

// docs/money.md, rule 5
describe('a live session', () => {
  test.each(MAIN)('settles in AUSD on chain %i, with the live escrow', chainId => {
    expect(verify({ chainId, livemode: true })).toEqual({
      chainId,
      escrow: liveEscrowAddress,
      token: AUSD_ADDRESS,
    })
  })

  test.each(MAIN)('settles only in AUSD on chain %i, with any pins of the page', chainId => {
    for (const token of [TEST_AUSD_ADDRESS, STRANGER]) {
      for (const pins of [{}, { chainId }, { token }, { chainId, token }]) {
        expect(() => verify({ chainId, livemode: true, token }, pins)).toThrow(
          refusal('refused_token', 'token.address'),
        )
      }
      expect(() => verify({ chainId, livemode: true }, { token })).toThrow(
        refusal('refused_token', 'token.address'),
      )
    }
  })

  test.each(TEST)('is not on test network %i, unless the page names it', chainId => {
    expect(() => verify({ chainId, livemode: true })).toThrow(refusal('refused_chain', 'chain_id'))
    expect(verify({ chainId, livemode: true }, { chainId })).toEqual({
      chainId,
      escrow: liveEscrowAddress,
      token: TEST_AUSD_ADDRESS,
    })
  })
})

// docs/money.md, rule 56
describe('a test session moves no real money', () => {
  test.each(MAIN)('never on chain %i, with any pins of the page', chainId => {
    for (const token of [AUSD_ADDRESS, TEST_AUSD_ADDRESS, STRANGER]) {
      for (const pins of [{}, { chainId }, { token }, { chainId, token }]) {
        expect(() => verify({ chainId, livemode: false, token }, pins)).toThrow(
          refusal('refused_chain', 'chain_id'),
        )
      }
    }
  })

  test.each([...TEST, FOREIGN, 31_337])(
    'never in AUSD, on chain %i either, with any pins of the page',
    chainId => {
      for (const pins of [{ chainId }, { chainId, token: AUSD_ADDRESS }]) {
        expect(() => verify({ chainId, livemode: false, token: AUSD_ADDRESS }, pins)).toThrow(
          refusal('refused_token', 'token.address'),
        )
      }
      const lowered = AUSD_ADDRESS.toLowerCase() as Address
      expect(() => verify({ chainId, token: lowered }, { chainId, token: lowered })).toThrow(
        refusal('refused_token', 'token.address'),
      )
    },
  )

  test.each(TEST)(
    'works on test network %i with the test AUSD, or with the token that the page pins',
    chainId => {
      const accepted = { chainId, escrow: testEscrowAddress, token: TEST_AUSD_ADDRESS }
      expect(verify({ chainId })).toEqual(accepted)
      expect(verify({ chainId }, { chainId })).toEqual(accepted)
      expect(verify({ chainId, token: STRANGER }, { token: STRANGER })).toEqual({
        ...accepted,
        token: STRANGER,
      })
      expect(() => verify({ chainId, token: STRANGER })).toThrow(refusal('refused_token', 'token.address'))
      expect(() => verify({ chainId }, { token: STRANGER })).toThrow(
        refusal('refused_token', 'token.address'),
      )
    },
  )
})

// docs/money.md, rule 56
describe('the embedded chain', () => {
  test.each([
    'http://localhost:3000',
    'http://127.0.0.1:5173',
    'http://[::1]:8080',
    'https://shop.localhost',
  ])('is for the page %s, in both modes', origin => {
    const common = { chainId: 31_337, token: TEST_AUSD_ADDRESS }
    expect(verify({}, {}, origin)).toEqual({ ...common, escrow: testEscrowAddress })
    expect(verify({ livemode: true }, {}, origin)).toEqual({ ...common, escrow: liveEscrowAddress })
  })

  test.each(['https://shop.example', 'https://127.0.0.1.example', 'null'])(
    'is not for the page %s, unless it names it',
    origin => {
      for (const livemode of [true, false]) {
        expect(() => verify({ livemode }, {}, origin)).toThrow(refusal('refused_chain', 'chain_id'))
        expect(() => verify({ livemode }, { token: TEST_AUSD_ADDRESS }, origin)).toThrow(
          refusal('refused_chain', 'chain_id'),
        )
        expect(verify({ livemode }, { chainId: 31_337 }, origin).chainId).toBe(31_337)
      }
    },
  )
})

// docs/money.md, rule 56
test('a chain outside the table is accepted only when the page names it', () => {
  expect(() => verify({ chainId: FOREIGN })).toThrow(refusal('refused_chain', 'chain_id'))
  expect(() => verify({ chainId: FOREIGN }, { token: TEST_AUSD_ADDRESS })).toThrow(
    refusal('refused_chain', 'chain_id'),
  )
  expect(verify({ chainId: FOREIGN }, { chainId: FOREIGN })).toMatchObject({ token: TEST_AUSD_ADDRESS })
  const live = { chainId: FOREIGN, livemode: true }
  expect(verify({ ...live, token: AUSD_ADDRESS }, { chainId: FOREIGN })).toMatchObject({
    token: AUSD_ADDRESS,
  })
  expect(() => verify(live, { chainId: FOREIGN })).toThrow(refusal('refused_token', 'token.address'))
})

// docs/money.md, rule 5
test('a pin is the only value accepted', () => {
  const localhost = 'http://localhost'
  expect(() => verify({}, { chainId: 143 }, localhost)).toThrow(refusal('refused_chain', 'chain_id'))
  expect(() => verify({}, { token: STRANGER }, localhost)).toThrow(refusal('refused_token', 'token.address'))
  expect(() => verify({}, { escrow: STRANGER }, localhost)).toThrow(refusal('refused_escrow', 'escrow'))
  const parameters = honestService()
  parameters.chain.escrow = STRANGER
  expect(verifyChain({ ...parameters, pins: { ...NO_PINS, escrow: STRANGER } })).toMatchObject({
    escrow: STRANGER,
  })
})

// docs/money.md, rule 5
describe('an escrow of the service’s own', () => {
  const own = (options: HonestOptions = {}) => honestService({ escrowSalt: SALT, ...options })

  test.each([true, false])('is accepted by its salt, in live mode: %s', livemode => {
    expect(verifyChain(own({ livemode }))).toMatchObject({ escrow: ownEscrow(SALT) })
  })

  test('a salt says nothing where the page names the escrow', () => {
    const pinned = { ...NO_PINS, escrow: testEscrowAddress } as const
    expect(() => verifyChain({ ...own(), pins: pinned })).toThrow(refusal('refused_escrow', 'escrow'))
    const shared = honestService()
    shared.chain.escrow_salt = SALT
    expect(verifyChain({ ...shared, pins: pinned })).toMatchObject({ escrow: testEscrowAddress })
    const named = { ...NO_PINS, escrow: ownEscrow(SALT) }
    expect(verifyChain({ ...own(), pins: named })).toMatchObject({ escrow: ownEscrow(SALT) })
  })

  test('an older service says nothing of a salt, and has the shared one', () => {
    const older = honestService()
    delete older.chain.escrow_salt
    expect(verifyChain(older)).toMatchObject({ escrow: testEscrowAddress })
    older.chain.escrow = ownEscrow(SALT)
    expect(() => verifyChain(older)).toThrow(refusal('refused_escrow', 'escrow'))
  })

  test.each<[string, HonestOptions, Address, Hex | null]>([
    ['another salt than its address follows from', {}, ownEscrow(SALT), OTHER_SALT],
    ['other code with the salt it states', {}, ownEscrow(SALT, OTHER_SALT), SALT],
    ['a salt, and a stranger’s address', {}, STRANGER, SALT],
    ['a salt, and the shared escrow', {}, testEscrowAddress, SALT],
    ['the live escrow in test mode, by its salt', {}, liveEscrowAddress, liveEscrowSalt],
    ['the test escrow in live mode, by its salt', { livemode: true }, testEscrowAddress, testEscrowSalt],
    ['the live escrow in test mode, with a salt of its own', {}, liveEscrowAddress, SALT],
  ])('a lie is refused: %s', (_, options, escrow, salt) => {
    const parameters = own(options)
    Object.assign(parameters.chain, { escrow, escrow_salt: salt })
    expect(() => verifyChain(parameters)).toThrow(refusal('refused_escrow', 'escrow_salt'))
  })
})

test.each<[keyof Pins, unknown, string]>([
  ['chainId', 0, 'chain-id is 0 and must be a chain id.'],
  ['chainId', Number.NaN, 'chain-id is NaN and must be a chain id.'],
  ['chainId', 1.5, 'chain-id is 1.5 and must be a chain id.'],
  ['maxFee', -1, 'max-fee is -1 and must be a whole number of basis points.'],
  ['maxFee', 0.5, 'max-fee is 0.5 and must be a whole number of basis points.'],
  ['escrow', 'escrow', 'escrow is "escrow" and must be an address, 0x and 40 hexadecimal digits.'],
  [
    'token',
    `0X${'7'.repeat(40)}`,
    `token is "0X${'7'.repeat(40)}" and must be an address, 0x and 40 hexadecimal digits.`,
  ],
  ['token', '', 'token is "" and must be an address, 0x and 40 hexadecimal digits.'],
  [
    'payee',
    [`0x${'7'.repeat(40)}`],
    `payee is ["0x${'7'.repeat(40)}"] and must be an address, 0x and 40 hexadecimal digits.`,
  ],
])('the pin %s cannot be %j', (pin, value, message) => {
  const [field] = message.split(' ')
  expect(() => verify({}, { [pin]: value })).toThrow(
    expect.objectContaining({ code: 'attribute_invalid', field, message }),
  )
})

const LIES: [path: string, value: unknown, code: RefusalCode][] = [
  ['chain_id', 31_338, 'refused_chain'],
  ['chain_id', 1, 'refused_chain'],
  ['token.address', AUSD_ADDRESS, 'refused_token'],
  ['token.address', STRANGER, 'refused_token'],
  ['token.name', 'USD Coin', 'refused_token'],
  ['token.version', '2', 'refused_token'],
  ['token.decimals', 18, 'refused_token'],
  ['escrow', STRANGER, 'refused_escrow'],
  ['escrow', liveEscrowAddress, 'refused_escrow'],
  ['escrow', ownEscrow(SALT), 'refused_escrow'],
  ['escrow_salt', SALT, 'refused_escrow'],
  ['escrow_salt', liveEscrowSalt, 'refused_escrow'],
  ['operator', zeroAddress, 'refused_terms'],
  ['operator', testEscrowAddress, 'refused_terms'],
  ['fee_recipient', zeroAddress, 'refused_terms'],
  ['fee_recipient', TEST_AUSD_ADDRESS, 'refused_terms'],
  ['fee_bps', 1_001, 'refused_terms'],
]

/** The facts that a wallet gets of a chain that only the page knows. For a chain of the table it gets the table's facts. */
const TOLD_THE_WALLET = ['name', 'rpc_urls', 'native_currency', 'block_explorer_url']
const UNUSED = ['object', 'token.symbol']

test('the lies are about every field of the answer that anything is signed from', () => {
  const { token, ...chain } = honestService().chain
  const fields = [...Object.keys(chain), ...Object.keys(token).map(field => `token.${field}`)]
  const named = new Set([...LIES.map(([path]) => path), ...TOLD_THE_WALLET, ...UNUSED])
  expect(fields.filter(field => !named.has(field))).toEqual([])
})

// docs/money.md, rule 56
test.each(LIES)('a lie is refused: %s = %j', (path, value, code) => {
  const parameters = honestService()
  setAt(parameters.chain, path, value)
  expect(() => verifyChain(parameters)).toThrow(refusal(code, path))
})

test('the sentence says why', () => {
  expect(() => verify({})).toThrow(
    'The service says something that was not agreed: chain_id (page_not_loopback)',
  )
  expect(() => verify({ chainId: 1 })).toThrow(
    'The service says something that was not agreed: chain_id (main_network)',
  )
  expect(() => verify({}, { chainId: 143 }, 'http://localhost')).toThrow(
    'The service says something that was not agreed: chain_id (chain_unknown), expected 143, received 31337',
  )
  expect(() => verify({ chainId: 10_143, token: STRANGER }, { token: STRANGER, maxFee: 99 })).toThrow(
    'The service says something that was not agreed: fee_bps, expected 99, received 100',
  )
  expect(() => verify({ chainId: 10_143, token: STRANGER }, { token: PAYER })).toThrow(
    `The service says something that was not agreed: token.address (token_unknown), expected ${PAYER}, received ${STRANGER}`,
  )
})

function refusal(code: RefusalCode, field: string) {
  return expect.objectContaining({ name: 'RefusalError', code, field })
}
