import { describe, expect, test } from 'vitest'
import { CHAIN, SESSION, SUBSCRIPTION } from '../../test/fixtures.ts'
import { AUTHORISATION, CHALLENGE, PREPARED, SIGN_IN } from './answers.fixture.ts'
import type { Service } from './fetch-service.ts'
import { createFetchService } from './fetch-service.ts'
import { createHttp } from './http.ts'
import { ServiceError } from './service-error.ts'

const LONG = '9'.repeat(1_000)

/** The value in a field's place. `undefined` removes the field. */
const VALUES = {
  missing: undefined,
  null: null,
  false: false,
  zero: 0,
  fraction: 60.5,
  negative: -60,
  huge: 1e21,
  object: {},
  list: [],
  empty: '',
  space: ' ',
  digits: '60',
  leadingDot: '.5',
  signed: '-60',
  exponent: '6e1',
  notANumber: 'NaN',
  infinite: 'Infinity',
  newline: '60\n',
  long: LONG,
}
type Value = keyof typeof VALUES

const STRINGS: Value[] = [
  'empty',
  'space',
  'digits',
  'leadingDot',
  'signed',
  'exponent',
  'notANumber',
  'infinite',
  'newline',
  'long',
]

/** The allowed values for each kind of field. Every other value is refused. */
const LEGAL = {
  exact: [],
  text: STRINGS,
  word: ['digits', 'leadingDot', 'signed', 'exponent', 'notANumber', 'infinite', 'long'],
  flag: ['false'],
  count: ['zero'],
  positive: [],
  rate: ['digits'],
  amount: ['digits'],
  baseUnits: ['digits'],
  address: [],
  /** An older service does not report it (`orAbsent`). */
  orAbsent: ['missing'],
  object: ['object', 'list'],
  list: ['list'],
} satisfies Record<string, Value[]>

/** A kind of field, and its other allowed values. */
type Kind = keyof typeof LEGAL | `${keyof typeof LEGAL}?`

const OFFER: Record<string, Kind> = {
  livemode: 'flag',
  created: 'count',
  currency: 'exact',
  rate_usd_per_second: 'rate',
  rate_per_second_wei: 'amount',
  allow_pause: 'flag',
  start_mode: 'exact',
}

const IN_SESSION: Record<string, Kind> = {
  id: 'exact',
  object: 'exact',
  status: 'exact',
  livemode: 'flag',
  created: 'count',
  expires_at: 'count',
  success_url: 'text',
  cancel_url: 'text',
  ...below('product', {
    ...OFFER,
    id: 'word',
    object: 'exact',
    name: 'text',
    description: 'text?',
    active: 'flag',
    active_subscriptions: 'count',
  }),
  ...below('merchant', { name: 'text', logo_url: 'text?', accent: 'text?', support_url: 'text?' }),
  customer: 'word?',
  subscription: 'word?',
  max_duration_seconds: 'positive?',
  max_escrow_usd: 'amount?',
}

const IN_SUBSCRIPTION: Record<string, Kind> = {
  ...OFFER,
  id: 'exact',
  object: 'exact',
  status: 'exact',
  customer: 'word',
  product: 'word',
  checkout_session: 'word',
  max_duration_seconds: 'positive',
  max_escrow_usd: 'amount',
  started_at: 'count?',
  paused_at: 'count?',
  ended_at: 'count?',
  cancel_reason: 'exact?',
  elapsed_seconds: 'count',
  billed_seconds: 'count',
  accrued_usd: 'amount',
  settled_usd: 'amount',
  refunded_usd: 'amount',
  latest_invoice: 'word?',
  next_settlement_at: 'count?',
  replaces: 'word?',
  replaced_by: 'word?',
}

type Route = {
  answer: object
  fields: Record<string, Kind>
  ask: (service: Service) => Promise<unknown>
}

const ACCOUNT = '0x4444444444444444444444444444444444444444'

const ROUTES: Record<string, Route> = {
  session: { answer: SESSION, fields: IN_SESSION, ask: service => service.session('cs_1') },
  chain: {
    answer: CHAIN,
    fields: {
      object: 'exact',
      chain_id: 'positive',
      name: 'text',
      rpc_urls: 'list',
      ...below('native_currency', { name: 'text', symbol: 'text', decimals: 'count' }),
      block_explorer_url: 'text?',
      ...below('token', {
        address: 'address',
        name: 'text',
        version: 'text',
        symbol: 'text',
        decimals: 'count',
      }),
      escrow: 'address',
      escrow_salt: 'orAbsent?',
      operator: 'address',
      fee_recipient: 'address',
      fee_bps: 'count',
    },
    ask: service => service.chain('cs_1'),
  },
  prepare: {
    answer: PREPARED,
    fields: {
      object: 'exact',
      ...below('session', IN_SESSION),
      subscription_id: 'word',
      draft: 'word',
      terms: 'object',
      typed_data: 'object',
      deposit_wei: 'baseUnits',
      sign_by: 'count',
    },
    ask: service =>
      service.prepare('cs_1', { wallet_address: ACCOUNT, claim: 'ab', max_duration_seconds: 60 }),
  },
  authorise: {
    answer: AUTHORISATION,
    fields: {
      object: 'exact',
      ...below('session', IN_SESSION),
      ...below('subscription', { ...IN_SUBSCRIPTION, id: 'word', checkout_session: 'exact' }),
      customer: 'word',
      tx_hash: 'exact',
      client_token: 'word',
      expires_at: 'count',
    },
    ask: service =>
      service.authorise('cs_1', { draft: 'd', signature: '0xaa', secret: 'cd', email: 'ada@example.com' }),
  },
  challenge: {
    answer: CHALLENGE,
    fields: { object: 'exact', message: 'text', nonce: 'text', expires_at: 'count' },
    ask: service => service.challenge('cs_1', { wallet_address: ACCOUNT, chain_id: 1 }),
  },
  signIn: {
    answer: SIGN_IN,
    fields: {
      object: 'exact',
      client_token: 'word',
      expires_at: 'count',
      customer: 'word',
      ...below('session', IN_SESSION),
    },
    ask: service => service.signIn('cs_1', { message: 'm', signature: '0xaa' }),
  },
  subscription: {
    answer: SUBSCRIPTION,
    fields: IN_SUBSCRIPTION,
    ask: service => service.subscription('sub_1', 'ct_1'),
  },
  act: {
    answer: SUBSCRIPTION,
    fields: IN_SUBSCRIPTION,
    ask: service => service.act('sub_1', { token: 'ct_1', action: 'pause' }),
  },
}

describe.each(Object.entries(ROUTES))('%s', (_name, { answer, fields, ask }) => {
  test('the table names every field', () => {
    const paths = pathsOf(answer)
    expect({
      unnamed: paths.filter(path => !Object.hasOwn(fields, path)),
      unknown: Object.keys(fields).filter(path => !paths.includes(path)),
    }).toEqual({ unnamed: [], unknown: [] })
  })

  test('a valid response passes, also with additional fields', async () => {
    await ask(service(answer))
    await ask(service({ ...answer, introduced_later: { at: 1 } }))
  })

  test.each(Object.entries(fields))('%s (%s) accepts only allowed values', async (path, kind) => {
    const legal = legalValues(kind)
    for (const name of Object.keys(VALUES) as Value[]) {
      const asked = ask(service(changed(answer, path, VALUES[name])))
      const outcome = await asked.then(
        () => 'passes',
        error => error,
      )
      if (legal.includes(name)) expect([name, outcome]).toEqual([name, 'passes'])
      else expect([name, codeAndField(outcome)]).toEqual([name, ['response_invalid', path]])
    }
  })

  test.each([null, [], 'an answer', 1, '{"object":'])('%j is no response', async value => {
    const error = await ask(service(value)).catch(refusal => refusal)
    expect(error).toBeInstanceOf(ServiceError)
    expect((error as ServiceError).code).toBe('response_invalid')
  })
})

describe('the bounds', () => {
  test.each<[keyof typeof ROUTES, string, unknown, boolean]>([
    ['session', 'max_duration_seconds', 59, false],
    ['session', 'max_duration_seconds', 60, true],
    ['session', 'max_duration_seconds', 2_592_000, true],
    ['session', 'max_duration_seconds', 2_592_001, false],
    ['session', 'expires_at', 8_640_000_000_000, true],
    ['session', 'expires_at', 8_640_000_000_001, false],
    ['session', 'product.rate_usd_per_second', `${'9'.repeat(15)}.${'9'.repeat(18)}`, true],
    ['session', 'product.rate_usd_per_second', `1${'0'.repeat(15)}`, false],
    ['session', 'product.rate_usd_per_second', `0.${'0'.repeat(18)}1`, false],
    ['session', 'max_escrow_usd', '9'.repeat(100), true],
    ['session', 'max_escrow_usd', '9'.repeat(101), false],
    ['session', 'id', 'cs_2', false],
    ['session', 'status', 'open ', false],
    ['session', 'product', null, false],
    ['session', 'product', undefined, false],
    ['session', 'product', 'a product', false],
    ['session', 'merchant', null, false],
    ['chain', 'rpc_urls', [1], false],
    ['chain', 'token', null, false],
    ['chain', 'token.decimals', 256, false],
    ['chain', 'escrow', `0x${'a'.repeat(41)}`, false],
    ['chain', 'escrow_salt', `0x${'5e'.repeat(32)}`, true],
    ['chain', 'escrow_salt', `0x${'5e'.repeat(31)}`, false],
    ['chain', 'escrow_salt', `0x${'5e'.repeat(33)}`, false],
    ['chain', 'escrow_salt', '5e'.repeat(32), false],
    ['chain', 'escrow_salt', `0x${'5g'.repeat(32)}`, false],
    ['prepare', 'session.id', 'cs_2', false],
    ['prepare', 'terms', 'terms', false],
    ['prepare', 'deposit_wei', '1'.repeat(40), false],
    ['authorise', 'subscription.checkout_session', 'cs_2', false],
    ['authorise', 'session.id', 'cs_2', false],
    ['authorise', 'tx_hash', '0x', true],
    ['authorise', 'tx_hash', '0xabc', false],
    ['authorise', 'tx_hash', `0x${'ab'.repeat(33)}`, false],
    ['signIn', 'session.id', 'cs_2', false],
    ['subscription', 'id', 'sub_2', false],
    ['subscription', 'cancel_reason', 'merchant', true],
    ['subscription', 'cancel_reason', 'bankruptcy', false],
  ])('%s: %s = %j', async (route, path, value, isLegal) => {
    const { answer, ask } = ROUTES[route] as Route
    const outcome = await ask(service(changed(answer, path, value))).then(
      () => 'passes',
      error => error,
    )
    if (isLegal) expect(outcome).toBe('passes')
    else expect(codeAndField(outcome)).toEqual(['response_invalid', path])
  })

  test('the sentence names the field and the address, and quotes nothing of the response', async () => {
    const secret = { ...SIGN_IN, client_token: 'ct_secret with spaces' }
    const error = await service(secret)
      .signIn('cs_1', { message: 'm', signature: '0xaa' })
      .catch(refusal => refusal)
    expect(String(error)).toBe(
      "ServiceError: The answer's field client_token is not valid: https://api.example/v1/client/checkout/sessions/cs_1/sign_in.",
    )
  })
})

function service(answer: unknown): Service {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const send = async () => new Response(body)
  return createFetchService(
    createHttp({ baseUrl: 'https://api.example', pageUrl: 'https://shop.example', fetch: send }),
  )
}

function below(parent: string, fields: Record<string, Kind>): Record<string, Kind> {
  return Object.fromEntries(Object.entries(fields).map(([field, kind]) => [`${parent}.${field}`, kind]))
}

function legalValues(kind: Kind): Value[] {
  const optional = kind.endsWith('?')
  const legal = LEGAL[(optional ? kind.slice(0, -1) : kind) as keyof typeof LEGAL]
  return optional ? [...legal, 'null'] : legal
}

/** Every path to a value that is no object with fields of its own. */
function pathsOf(value: object, parent = ''): string[] {
  return Object.entries(value).flatMap(([field, held]) => {
    const hasFields = typeof held === 'object' && held !== null && !Array.isArray(held)
    return hasFields && Object.keys(held).length > 0
      ? pathsOf(held, `${parent}${field}.`)
      : [`${parent}${field}`]
  })
}

function changed(answer: object, path: string, value: unknown): object {
  const copy = structuredClone(answer)
  const keys = path.split('.')
  const last = keys.pop() as string
  const parent = keys.reduce(
    (object, key) => object[key] as Record<string, unknown>,
    copy as Record<string, unknown>,
  )
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return copy
}

function codeAndField(error: unknown): unknown {
  return error instanceof ServiceError ? [error.code, error.field] : error
}
