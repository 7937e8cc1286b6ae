import { advanceClockBodySchema, setClockBodySchema, testClockSchema } from '@per-second/protocol/schema'
import { toUnixSeconds } from '@per-second/protocol/time'
import type { TestClock } from '@per-second/protocol/types'
import type { ServiceClock } from '../domain/service-clock.ts'
import { effectRoute, type Route, readRoute } from './route.ts'

/**
 * The clock is moved in `gather`: it runs units of work of its own, and moving it to where it is changes nothing. Where an advance is
 * to end is committed with its key, so that a repeat after a kill ends there too.
 */
export const testClockRoutes: Route[] = [
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

function presentClock(clock: ServiceClock): TestClock {
  return {
    object: 'test_clock',
    now: toUnixSeconds(clock.now()),
    frozen: clock.frozen(),
    offset_seconds: clock.offsetSeconds(),
  }
}
