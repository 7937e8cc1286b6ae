import { expect, test } from 'vitest'
import { OptionError } from './option-error.ts'
import { type RunFlags, readRunOptions } from './run-options.ts'

const DAY = 86_400_000
const flags: RunFlags = {
  ...{ port: '0', host: '127.0.0.1', data: 'data', feeBps: '100', log: 'warn', settleEvery: '3600' },
}
const onChain: RunFlags = { ...flags, rpcUrl: ['http://127.0.0.1:1'], chainId: '43113' }
const environment = { OPERATOR_KEY: `0x${'11'.repeat(32)}` }
const locally = [flags, {}] as const
const really = [onChain, environment] as const

test.each([
  ['30 days on a real chain', really, {}, 30 * DAY],
  ['for ever locally', locally, {}, null],
  ['for ever on a real chain when told so', really, { keepEvents: 'forever' }, null],
  ['as long as is said', really, { keepEvents: '7' }, 7 * DAY],
  ['as long as is said, locally too', locally, { keepEvents: '400' }, 400 * DAY],
])('events are kept %s', (_, [given, variables], changes, kept) => {
  expect(readRunOptions({ ...given, ...changes }, variables).keepEvents).toBe(kept)
})

test('error: events are kept for a week at least, for deliveries are tried for days', () => {
  expect(() => readRunOptions({ ...onChain, keepEvents: '6' }, environment)).toThrow(
    '--keep-events must be "forever" or a whole number from 7 to 36500, not "6".',
  )
})

test.each([
  ['what a file leaves around it is left out', ' t0ken+/=\r\n', 't0ken+/='],
  ['nothing but a line break is as good as none', '\n', null],
])('the admin token: %s', (_, given, token) => {
  expect(readRunOptions(flags, { ADMIN_TOKEN: given }).adminToken).toBe(token)
})

test.each([
  ['what a file leaves around it is left out', ' postgres://db/billing \r\n', 'postgres://db/billing'],
  ['an empty one is as good as none', '', null],
  ['nothing but a line break is not: SQLite would start in its place', '\n', ''],
])('the database address: %s', (_, given, url) => {
  expect(readRunOptions(flags, { DATABASE_URL: given }).databaseUrl).toBe(url)
})

test.each(['to ken', 'to\nken', 'tökén', 'to\0ken'])(
  'error: %j, which no header carries, is no admin token',
  token => {
    const read = () => readRunOptions(flags, { ADMIN_TOKEN: token })
    expect(read).toThrow(
      new OptionError(
        'ADMIN_TOKEN must be letters, digits and signs of ASCII without spaces: a header carries it.',
      ),
    )
  },
)

const [ONE, TWO] = [1, 2].map(byte => Buffer.alloc(32, byte)) as [Buffer, Buffer]
const [one, two] = [ONE, TWO].map(key => key.toString('base64')) as [string, string]

test.each([
  ['', []],
  [`${one}\n`, [ONE]],
  [`${one}, ${two}`, [ONE, TWO]],
  [ONE.toString('base64url'), [ONE]],
])('the keys of webhook secrets: %j', (given, keys) => {
  expect(readRunOptions(flags, { SECRETS_KEY: given }).secretsKeys).toEqual(keys)
})

test.each([
  ['another separator, behind which a key would be lost', `${one};${two}`],
  ['a character that base64 does not have', `${one.slice(0, 9)}!${one.slice(9)}`],
  ['hexadecimal', ONE.toString('hex')],
  ['too short a key', one.slice(4)],
])('error: %s in SECRETS_KEY', (_, given) => {
  expect(() => readRunOptions(flags, { SECRETS_KEY: given })).toThrow(
    new OptionError(
      'SECRETS_KEY must be 32 bytes in base64, or several such keys separated by commas, the current one first.',
    ),
  )
})

test('the public address loses the slash at its end, and takes no query and no fragment', () => {
  const read = (publicUrl: string) => readRunOptions({ ...flags, publicUrl }, {}).publicUrl
  expect(read('https://billing.example/shop/')).toBe('https://billing.example/shop')
  for (const text of ['?a=1', '#a', '?', '/#'].map(end => `https://billing.example${end}`))
    expect(() => read(text)).toThrow(
      new OptionError('--public-url must be an address without a query (?) and without a fragment (#).'),
    )
})

test('default: the minimum deposit pays for gas on a real chain, and is zero locally', () => {
  expect(readRunOptions(onChain, environment).policy).toEqual({
    feeBps: 100,
    settleEverySeconds: 3_600,
    minSettlement: 10_000n,
    minDeposit: 100_000n,
    maxOpenMeters: 100,
    meterCost: 10_000n,
    payerAllowance: 10,
    gasAllowance: 200,
  })
  expect(readRunOptions({ ...flags, settleEvery: '60' }, {}).policy).toEqual({
    feeBps: 100,
    settleEverySeconds: 60,
    minSettlement: 0n,
    minDeposit: 0n,
    maxOpenMeters: null,
    meterCost: 0n,
    payerAllowance: 10,
    gasAllowance: 200,
  })
})

test('default: given options apply, on every chain', () => {
  const given = {
    ...{ feeBps: '200', settleEvery: '60', minSettlement: '0', minDeposit: '1.5', maxOpenMeters: '3' },
    ...{ meterCost: '0.002', payerAllowance: '4', gasAllowance: '50' },
  }
  const policy = {
    ...{ feeBps: 200, settleEverySeconds: 60, minSettlement: 0n, minDeposit: 1_500_000n, maxOpenMeters: 3 },
    ...{ meterCost: 2_000n, payerAllowance: 4, gasAllowance: 50 },
  }
  for (const [chain, variables] of [really, locally])
    expect(readRunOptions({ ...chain, ...given }, variables).policy).toEqual(policy)
})
