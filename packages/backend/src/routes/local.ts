import { randomBytes } from 'node:crypto'
import { baseUnitsFromUsd } from '@per-second/protocol/money'
import {
  advanceClockBodySchema,
  faucetBodySchema,
  faucetSchema,
  faultBodySchema,
  faultSchema,
  localMerchantBodySchema,
  localMerchantSchema,
  setClockBodySchema,
  testClockSchema,
} from '@per-second/protocol/schema'
import { toUnixSeconds } from '@per-second/protocol/time'
import type { Hex, TestClock } from '@per-second/protocol/types'
import type { z } from 'zod'
import { createMerchant } from '../actions/merchants.ts'
import { ApiError } from '../domain/api-error.ts'
import type { ServiceClock } from '../domain/service-clock.ts'
import { checksummed, payoutAddress } from './checksummed.ts'
import type { Deps } from './deps.ts'
import { effectRoute, type Once, type Route, readRoute } from './route.ts'

/** The amount that a page gets at once, in whole AUSD. */
const FOR_A_PAGE = '100'

/** The largest gift at once, in whole AUSD: more than a uint96 of base units, the escrow's largest deposit, and far below the token's limit. */
const MOST_AT_ONCE = '1000000000000000000000000'
const MOST_BASE_UNITS = baseUnitsFromUsd(MOST_AT_ONCE) ?? 0n

/**
 * The clock is moved in `gather`: it runs units of work of its own, and moving it to where it is changes nothing. Where an advance is
 * to end is committed with its key, so that a repeat after a kill ends there too.
 */
const clockRoutes: Route[] = [
  readRoute({
    path: '/v1/test_helpers/clock',
    operationId: 'test_helpers.clock.retrieve',
    summary: 'Retrieve the clock',
    auth: 'secret',
    testOnly: true,
    response: testClockSchema,
    read: async ({ deps }) => presentClock(deps.clock),
  }),
  effectRoute({
    path: '/v1/test_helpers/clock',
    operationId: 'test_helpers.clock.update',
    refusals: ['chain_unavailable'],
    summary: 'Stop or release the clock',
    description: 'A frozen clock stays at the next whole second until it is advanced or released.',
    auth: 'secret',
    testOnly: true,
    exclusive: true,
    body: setClockBodySchema,
    response: testClockSchema,
    gather: async ({ deps, body }) => deps.clockControl?.setFrozen(body.frozen),
    act: async ({ deps }) => ({ body: presentClock(deps.clock) }),
  }),
  effectRoute({
    path: '/v1/test_helpers/clock/advance',
    operationId: 'test_helpers.clock.advance',
    refusals: ['chain_unavailable'],
    summary: 'Advance the clock and do everything that falls due',
    description:
      'Runs every expiry, maximum, settlement and delivery that falls due, in order of time. Moves the chain along and responds when all is done. Other requests wait.',
    auth: 'secret',
    testOnly: true,
    exclusive: true,
    body: advanceClockBodySchema,
    response: testClockSchema,
    gather: async ({ deps, body }, { claim }) => {
      const target = await claim(deps.clock.now() + body.seconds * 1000)
      await deps.clockControl?.advanceTo(target)
    },
    act: async ({ deps }) => ({ body: presentClock(deps.clock) }),
  }),
]

/** What only a service with a clock and a chain of its own can do. */
export const localRoutes: Route[] = [
  ...clockRoutes,
  effectRoute({
    path: '/_local/merchants',
    operationId: 'local.merchants.create',
    refusals: ['url_invalid'],
    summary: 'Create a merchant with a key of each mode',
    description: 'Create one for each parallel test.',
    auth: 'admin',
    localOnly: true,
    secretAnswer: true,
    body: localMerchantBodySchema,
    response: localMerchantSchema,
    gather: async ({ body }) => {
      const address = body.payout_address ?? (`0x${randomBytes(20).toString('hex')}` as const)
      return { payoutAddress: payoutAddress(address) }
    },
    act: async ({ body }, operation, { payoutAddress }) => {
      const { merchant, testKey, liveKey } = await createMerchant(operation, {
        name: body.name ?? 'Local merchant',
        logoUrl: body.logo_url ?? null,
        accent: body.accent ?? null,
        supportUrl: body.support_url ?? null,
        payoutAddress,
      })
      return {
        body: {
          id: merchant.id,
          name: merchant.name,
          payout_address: merchant.payoutAddress,
          test_key: testKey,
          live_key: liveKey,
        },
      }
    },
  }),
  effectRoute({
    path: '/_local/faucet',
    operationId: 'local.faucet',
    refusals: ['chain_unavailable'],
    summary: 'Fund a wallet with test AUSD',
    description:
      'Mints test AUSD on the embedded chain. Authorising needs no gas. Send `native` to get coin for a stop that the subscriber’s wallet sends.',
    auth: 'admin',
    localOnly: true,
    body: faucetBodySchema,
    response: faucetSchema,
    gather: ({ deps, body }, once) => give(deps, body, once),
    act: async (_call, _operation, { hash }) => ({ body: { tx_hash: hash } }),
  }),
  // Without a token, because a page has none to hold: it gives no more than the embedded chain's own endpoint, open to the same pages, does.
  effectRoute({
    path: '/_local/test_wallet/fund',
    operationId: 'local.test_wallet.fund',
    refusals: ['chain_unavailable'],
    summary: 'Fund a page’s test wallet with 100 test AUSD',
    description:
      'The button of `/_local/test-wallet.js` calls this. Any page may, without a token: it mints test AUSD on the embedded chain, whose own endpoint is open to pages too.',
    auth: 'none',
    localOnly: true,
    body: faucetBodySchema.pick({ wallet_address: true }),
    response: faucetSchema,
    gather: ({ deps, body }, once) => give(deps, { ...body, amount: FOR_A_PAGE }, once),
    act: async (_call, _operation, { hash }) => ({ body: { tx_hash: hash } }),
  }),
  effectRoute({
    path: '/_local/faults',
    operationId: 'local.faults.set',
    summary: 'Make the next calls fail',
    description:
      'The next `count` matching calls fail in this way. Routes of `/_local`, the clock and the service never fail.',
    auth: 'admin',
    localOnly: true,
    body: faultBodySchema,
    response: faultSchema,
    act: async ({ deps, body }, { tx }) => {
      const { kind, count, path = null, merchant = null } = body
      if (merchant !== null && (await tx.merchants.get(merchant)) === null)
        throw new ApiError(
          'parameter_invalid',
          `There is no merchant ${merchant}. Pass an id that POST /_local/merchants returned, or leave it out.`,
          { param: 'merchant' },
        )
      deps.faults.set({ kind, count, path, merchant })
      return { body: { kind, count, path, merchant } }
    },
  }),
]

/** Mints test AUSD on the embedded chain, and leaves coin for gas if told so. */
async function give(
  { local }: Pick<Deps, 'local'>,
  body: z.output<typeof faucetBodySchema>,
  { keep }: Once,
): Promise<{ hash: Hex }> {
  const amount = baseUnitsFromUsd(body.amount)
  if (local === null || amount === null) {
    throw new ApiError('chain_unavailable', 'No embedded chain is running.')
  }
  if (amount > MOST_BASE_UNITS)
    throw new ApiError('parameter_out_of_range', `"amount" must be at most ${MOST_AT_ONCE}.`, {
      param: 'amount',
    })
  const to = checksummed(body.wallet_address, 'wallet_address')
  if (body.native) await local.giveCoin(to)
  // The answer commits with the signed transaction: a repeat after a kill finds it, and money is minted once.
  return { hash: await local.mint(to, amount, (tx, hash) => keep(tx, { tx_hash: hash })) }
}

function presentClock(clock: ServiceClock): TestClock {
  return {
    object: 'test_clock',
    now: toUnixSeconds(clock.now()),
    frozen: clock.frozen(),
    offset_seconds: clock.offsetSeconds(),
  }
}
