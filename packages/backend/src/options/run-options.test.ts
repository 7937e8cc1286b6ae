import { expect, test } from 'vitest'
import { OptionError } from './option-error.ts'
import { type RunFlags, readRunOptions } from './run-options.ts'

const DAY = 86_400_000
const flags: RunFlags = {
  ...{ port: '0', host: '127.0.0.1', data: 'data', feeBps: '100', log: 'warn', settleEvery: '3600' },
}
const onChain: RunFlags = { ...flags, rpcUrl: ['http://127.0.0.1:1'], chainId: '43113' }
const environment = { OPERATOR_KEY: `0x${'11'.repeat(32)}` }

test.each([
  ['30 days on a real chain', onChain, {}, 30 * DAY],
  ['for ever locally', flags, {}, null],
  ['for ever on a real chain when told so', onChain, { keepEvents: 'forever' }, null],
  ['as long as is said', onChain, { keepEvents: '7' }, 7 * DAY],
  ['as long as is said, locally too', flags, { keepEvents: '400' }, 400 * DAY],
])('events are kept %s', (_, given, changes, kept) => {
  expect(readRunOptions({ ...given, ...changes }, environment).keepEvents).toBe(kept)
})

test('error: events are kept for a week at least, for deliveries are tried for days', () => {
  expect(() => readRunOptions({ ...onChain, keepEvents: '6' }, environment)).toThrow(
    '--keep-events must be a whole number from 7 to 36500, not "6".',
  )
})

test.each([
  ['what a file leaves around it is left out', ' t0ken+/=\r\n', 't0ken+/='],
  ['nothing but a line break is as good as none', '\n', null],
])('the admin token: %s', (_, given, token) => {
  expect(readRunOptions(flags, { ADMIN_TOKEN: given }).adminToken).toBe(token)
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
