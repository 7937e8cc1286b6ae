import { expect } from 'vitest'
import type { BillingAuthoriseErrorEvent } from '../src/events.ts'
import type { FakeService } from '../src/testing/fake-service.ts'
import { wordsOf } from './signed-here.ts'
import type { Stage } from './stage.ts'

export const MALFORMED = 'The service sent an answer that this page cannot read.'
export const VALUES = {
  missing: undefined,
  nothing: null,
  object: {},
  list: [],
  number: -1.5,
  text: 'NaN',
  long: '9'.repeat(1_000),
}

/** Corrupts the responses at one path: one field contains this. */
export function breaks(
  service: FakeService,
  isPlace: (path: string) => boolean,
  field: string,
  value: unknown,
): void {
  service.lie = (answer, path) => {
    if (!isPlace(path)) return
    const keys = field.split('.')
    const last = keys.pop() as string
    const parent = keys.reduce((held, key) => held[key] as Record<string, unknown>, answer)
    if (value === undefined) delete parent[last]
    else parent[last] = value
  }
}

/** Corrupts the whole body. */
export function breaksBody(service: FakeService, isPlace: (path: string) => boolean, body: string): void {
  const honest = service.fetch
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await honest(input, init)
    return isPlace(new URL(String(input)).pathname) ? new Response(body, { status: answer.status }) : answer
  }
  Object.assign(service, { fetch })
}

/** Every path to a value, objects within the answer as well. */
export function pathsOf(value: object, parent = ''): string[] {
  return Object.entries(value).flatMap(([field, held]) => {
    const path = `${parent}${field}`
    const isObject = typeof held === 'object' && held !== null && !Array.isArray(held)
    return isObject ? [path, ...pathsOf(held, `${path}.`)] : [path]
  })
}

export const codes = ({ events }: Stage) =>
  events
    .filter(event => event.type === 'billing-authorise-error')
    .map(event => (event as BillingAuthoriseErrorEvent).code)

/** Every getter works, and the card is no skeleton. */
export async function standsThere(here: Stage): Promise<void> {
  const { element } = here
  await element.updateComplete
  expect([element.phase, element.meter]).not.toContain('loading')
  expect(element.shadowRoot?.querySelector('[aria-busy=true]')).toBeNull()
  expect(wordsOf(here).length).toBeGreaterThan(40)
}

export const isSession = (path: string) => /\/sessions\/[^/]+$/.test(path)
export const ends = (end: string) => (path: string) => path.endsWith(end)
