import { liveEscrowAddress, testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { AUSD_ADDRESS } from '@per-second/protocol/chains'
import { zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { honestService, STRANGER, setAt } from './honest-service.fixture.ts'
import type { RefusalCode } from './refusal-error.ts'
import { verifyChain } from './verify-chain.ts'

describe('verifyChain', () => {
  test.each([1, 143, 5_000, 43_114])('accepts AUSD on chain %i, with the live escrow', chainId => {
    expect(verifyChain(honestService({ chainId, livemode: true }))).toEqual({
      chainId,
      escrow: liveEscrowAddress,
      token: AUSD_ADDRESS,
    })
  })

  test.each([1, 143, 5_000, 43_114])('takes chain %i for a test only when the page names it', chainId => {
    const { chain, session, pins } = honestService({ chainId, livemode: false })
    expect(() => verifyChain({ chain, session, pins })).toThrow(refusal('refused_chain', 'chain_id'))
    expect(verifyChain({ chain, session, pins: { ...pins, chainId } })).toEqual({
      chainId,
      escrow: testEscrowAddress,
      token: AUSD_ADDRESS,
    })
  })

  test('accepts the test AUSD on the embedded chain, in both modes', () => {
    expect(verifyChain(honestService())).toMatchObject({ escrow: testEscrowAddress, token: testAusdAddress })
    expect(verifyChain(honestService({ livemode: true }))).toMatchObject({ escrow: liveEscrowAddress })
  })

  test('accepts a chain outside the table only when the page names it, and then AUSD only', () => {
    const { chain, session, pins } = honestService({ chainId: 8_453 })
    expect(() => verifyChain({ chain, session, pins })).toThrow(refusal('refused_chain', 'chain_id'))
    const named = { ...pins, chainId: 8_453 }
    expect(verifyChain({ chain, session, pins: named })).toMatchObject({
      chainId: 8_453,
      token: AUSD_ADDRESS,
    })
    setAt(chain, 'token.address', testAusdAddress)
    expect(() => verifyChain({ chain, session, pins: named })).toThrow(
      refusal('refused_token', 'token.address'),
    )
  })

  test('a pin is the only value accepted', () => {
    const { chain, session, pins } = honestService()
    const pinnedChain = { ...pins, chainId: 143 }
    expect(() => verifyChain({ chain, session, pins: pinnedChain })).toThrow(
      refusal('refused_chain', 'chain_id'),
    )
    const pinnedEscrow = { ...pins, escrow: STRANGER }
    expect(() => verifyChain({ chain, session, pins: pinnedEscrow })).toThrow(
      refusal('refused_escrow', 'escrow'),
    )
    chain.escrow = STRANGER
    expect(verifyChain({ chain, session, pins: pinnedEscrow })).toMatchObject({ escrow: STRANGER })
  })

  test.each<[string, unknown, RefusalCode]>([
    ['chain_id', 31_338, 'refused_chain'],
    ['chain_id', 0, 'refused_chain'],
    ['chain_id', '31337', 'refused_chain'],
    ['chain_id', 31_337.5, 'refused_chain'],
    ['token.address', AUSD_ADDRESS, 'refused_token'],
    ['token.address', STRANGER, 'refused_token'],
    ['token.address', undefined, 'refused_token'],
    ['token.name', 'USD Coin', 'refused_token'],
    ['token.version', '2', 'refused_token'],
    ['token.decimals', 18, 'refused_token'],
    ['token.decimals', '6', 'refused_token'],
    ['escrow', STRANGER, 'refused_escrow'],
    ['escrow', liveEscrowAddress, 'refused_escrow'],
    ['escrow', null, 'refused_escrow'],
    ['operator', zeroAddress, 'refused_terms'],
    ['operator', testEscrowAddress, 'refused_terms'],
    ['operator', 'operator', 'refused_terms'],
    ['fee_recipient', zeroAddress, 'refused_terms'],
    ['fee_recipient', testAusdAddress, 'refused_terms'],
    ['fee_bps', 1_001, 'refused_terms'],
    ['fee_bps', -1, 'refused_terms'],
    ['fee_bps', 1.5, 'refused_terms'],
    ['fee_bps', '100', 'refused_terms'],
  ])('refuses %s = %j', (path, value, code) => {
    const parameters = honestService()
    setAt(parameters.chain, path, value)
    expect(() => verifyChain(parameters)).toThrow(refusal(code, path))
  })

  test('refuses a route without a token', () => {
    const parameters = honestService()
    setAt(parameters.chain, 'token', undefined)
    expect(() => verifyChain(parameters)).toThrow(refusal('refused_token', 'token.address'))
  })
})

function refusal(code: RefusalCode, field: string) {
  return expect.objectContaining({ name: 'RefusalError', code, field })
}
