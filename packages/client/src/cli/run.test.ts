import { eventSchema } from '@per-second/protocol/schema'
import { EVENT_TYPES } from '@per-second/protocol/types'
import { describe, expect, test } from 'vitest'
import { runCommandLine, startCommandLine } from '../../test/command-line.ts'
import { type Answer, startLocalService } from '../../test/local-service.ts'
import { startReceiver } from '../../test/receiver.ts'
import { systemTiming } from '../request/timing.ts'
import { COMMANDS } from './run.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const KEY = { BILLING_KEY: 'sk_test_1' }

describe('help', () => {
  test('of all, and of each command', async () => {
    const all = await runCommandLine(['--help'], {})
    expect(all).toMatchObject({ code: 0, err: '' })
    for (const { name, help, summary, options } of COMMANDS) {
      expect(all.out).toContain(`  ${name.padEnd(18)}  ${summary}\n`)
      expect(await runCommandLine([...name.split(' '), '--help'], {})).toEqual({
        code: 0,
        out: help,
        err: '',
      })
      for (const option of Object.keys(options)) expect(help).toContain(`\n  --${option}`)
    }
    expect(await runCommandLine([], {})).toEqual({ code: 2, out: '', err: all.out })
    expect((await runCommandLine(['--version'], {})).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test('stays within 140 columns', () => {
    for (const { help } of COMMANDS)
      for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(140)
  })
})

describe('invalid calls', () => {
  test.each([
    [['listn'], '"listn" is not a command. Did you mean "listen"?'],
    [['event', 'resend', 'evt_1'], '"event resend" is not a command. Did you mean "events resend"?'],
    [['serve'], '"serve" is not a command. Choose from: listen, trigger, events resend.'],
    [['--port'], '"--port" is not a command. Choose from: listen, trigger, events resend.'],
    [
      ['listen', '--forwardto', 'x'],
      '"--forwardto" is not an option of listen. Did you mean "--forward-to"?',
    ],
    [['listen', '--forward-to'], '--forward-to needs a value.'],
    [['listen', '--forward-to', '--json'], '--forward-to needs a value.'],
    [['listen', '--since=', '--json'], '--since needs a value.'],
    [['listen', '--json=yes'], '--json takes no value.'],
    [['listen', 'now'], '"now" is one word too many.'],
    [
      ['listen', '--events', 'invoice.payed'],
      '"invoice.payed" is not an event type. Did you mean "invoice.paid"?',
    ],
    [['listen', '--forward-to', 'ftp://a.example'], '--forward-to ftp://a.example is no http(s) address.'],
    [['trigger'], 'An event type is missing, invoice.paid for example.'],
    [['trigger', 'product.create'], '"product.create" is not an event type. Did you mean "product.created"?'],
    [
      ['trigger', 'subscription.paused'],
      'subscription.paused needs a subscription. Name it with --subscription sub_….',
    ],
    [
      ['trigger', 'invoice.paid'],
      'trigger cannot cause invoice.paid: it happens when a meter is settled, hourly and at its end. Add --forward-to URL to send a simulated one to your receiver.',
    ],
    [['events', 'resend'], 'Which event? Give its id, evt_….'],
    [['events', 'resend', 'evt_1'], 'Where to? Give your receiver’s address with --forward-to.'],
  ])('%j ends with 2', async (words, message) => {
    expect(await runCommandLine(words, KEY)).toEqual({ code: 2, out: '', err: `${message}\nTry --help.\n` })
  })

  test.each([
    ['BILLING_URL', ['listen'], 'localhost:4243'],
    ['--url', ['listen', '--url', 'localhost:4243'], 'http://127.0.0.1:4243'],
  ])('an address that is none is called %s, as it was given', async (name, words, BILLING_URL) => {
    expect(await runCommandLine(words, { ...KEY, BILLING_URL })).toEqual({
      code: 2,
      out: '',
      err: `${name} must be an absolute http(s) URL without credentials, query or fragment. Example: https://billing.example\nTry --help.\n`,
    })
  })

  test('no key, in the one place where it belongs', async () => {
    const { code, err } = await runCommandLine(['listen'], {})
    expect(code).toBe(2)
    expect(err).toMatch(/^No key: put the merchant’s secret key into the environment as BILLING_KEY\./)
  })
})

test.each([
  ['listen'],
  ['trigger', 'product.created'],
  ['trigger', 'invoice.paid', '--forward-to', 'localhost:1'],
])('a key that is none is told, and not repeated: %s %s', async (...words) => {
  const { code, out, err } = await runCommandLine(words, { BILLING_KEY: 'sk_test_1\u20ac' })
  expect([code, out, err]).toEqual([
    1,
    '',
    'The API key has a space, a line break or another character that no key has. Copy it again: a key has only letters, digits, "_" and "-".\n',
  ])
})

test('a signing secret that is none is told before anything is listened to', async () => {
  const words = ['listen', '--forward-to', 'localhost:1', '--url', 'http://127.0.0.1:1']
  expect(await runCommandLine(words, { ...KEY, WEBHOOK_SECRET: '"whsec_MfKQ9r8GKYqrTwjU"' })).toEqual({
    code: 1,
    out: '',
    err: 'The signing secret is not one: it begins with whsec_ and is shown when the endpoint is created.\n',
  })
})

describe('a made-up event', () => {
  test.each(EVENT_TYPES)('the service could send %s', async type => {
    await using receiver = await startReceiver(() => SECRET)
    const words = ['trigger', type, '--forward-to', receiver.url]
    const { code, out, err } = await runCommandLine(words, { WEBHOOK_SECRET: SECRET })
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^[a-z._]+ {2}simulated {2}→ 204 \(\d+ ms\)\n$/)
    expect(receiver.received).toHaveLength(1)
    expect(eventSchema.parse(receiver.received[0])).toMatchObject({ type, livemode: false })
  })

  test('needs a receiver', async () => {
    const receiver = await startReceiver(() => SECRET)
    await receiver[Symbol.asyncDispose]()
    const words = ['trigger', 'invoice.paid', '--forward-to', receiver.url]
    expect(await runCommandLine(words, { WEBHOOK_SECRET: SECRET })).toEqual({
      code: 1,
      out: 'invoice.paid  simulated  → not reached (ECONNREFUSED)\n',
      err: '',
    })
  })
})

describe('a refusal', () => {
  const told = async (body: string) => {
    const refuses: Answer = response => response.writeHead(400).end(body)
    await using receiver = await startLocalService(refuses)
    const words = ['trigger', 'invoice.paid', '--forward-to', receiver.url]
    const { code, out } = await runCommandLine(words, { WEBHOOK_SECRET: SECRET })
    expect(code).toBe(1)
    return out.replace(/\(\d+ ms\)/, '(1 ms)')
  }

  test.each([
    ['', ''],
    ['no signature\nat verify (file.js:1)', '  no signature'],
    ['\x1b]0;owned\x07red\x1b[2J\u202edone\u009b1m', '  ]0;owned red [2J done 1m'],
    [`expected ${SECRET}, key sk_live_abc123`, '  expected …, key …'],
    ['{"error":"not signed with whsec_ab\\/cd\\u002Bef"}', '  {"error":"not signed with …"}'],
    ['not whsec_ab&#x2F;cd= at all', '  not … at all'],
    [`the key ${SECRET.slice('whsec_'.length)} fits nothing`, '  the key … fits nothing'],
    [`${'x'.repeat(159)}😀😀`, `  ${'x'.repeat(159)}😀`],
    ['x'.repeat(100_000), `  ${'x'.repeat(160)}`],
  ])('of %j gives its first line, short, without control characters or secrets', async (body, reason) => {
    expect(await told(body)).toBe(`invoice.paid  simulated  → 400 (1 ms)${reason}\n`)
  })
})

describe('interrupting', () => {
  const unanswered: Answer = () => {}
  const event = { id: 'evt_1', object: 'event', type: 'invoice.paid', created: 0, data: { object: {} } }
  const resend = ['events', 'resend', 'evt_1', '--forward-to']

  test.each([
    ['listen', ['listen'], 0],
    ['a resend', [...resend, 'localhost:1'], 1],
    ['a trigger', ['trigger', 'product.updated'], 1],
    ['a trigger of a subscription', ['trigger', 'subscription.paused', '--subscription', 'sub_1'], 1],
  ] as const)('%s that waits for the service ends at once, and says nothing', async (_, words, code) => {
    await using service = await startLocalService(unanswered)
    const started = startCommandLine([...words], { ...KEY, BILLING_URL: service.url })
    await expect.poll(() => service.received.length).toBe(1)
    started.end()
    expect([await started.code, started.out(), started.err()]).toEqual([code, '', ''])
  })

  test.each([2, 3])('a trigger ends at its request %d too', async requests => {
    const product: Answer = { status: 200, body: { id: 'prod_1', object: 'product' } }
    const answers = Array.from({ length: requests - 1 }, () => product)
    await using service = await startLocalService(...answers, unanswered)
    const started = startCommandLine(['trigger', 'product.updated'], { ...KEY, BILLING_URL: service.url })
    await expect.poll(() => service.received.length).toBe(requests)
    started.end()
    expect([await started.code, started.out()]).toEqual([1, ''])
  })

  test('a resend that waits for the receiver has not been taken, and listening was to end', async () => {
    await using receiver = await startLocalService(unanswered)
    const list = { object: 'list', data: [event], has_more: false, url: '/v1/events' }
    await using one = await startLocalService({ status: 200, body: event })
    const resending = startCommandLine([...resend, receiver.url], { ...KEY, BILLING_URL: one.url })
    await expect.poll(() => receiver.received.length).toBe(1)
    resending.end()
    expect([await resending.code, resending.out()]).toEqual([1, ''])

    await using all = await startLocalService({ status: 200, body: list })
    const words = ['listen', '--since', 'evt_0', '--forward-to', receiver.url]
    const listening = startCommandLine(words, { ...KEY, BILLING_URL: all.url })
    await expect.poll(() => receiver.received.length).toBe(2)
    listening.end()
    expect([await listening.code, listening.out()]).toEqual([0, ''])
  })
})

describe('listening', () => {
  const page = (...ids: string[]): Answer => ({
    status: 200,
    body: {
      object: 'list',
      data: ids.map(id => ({ id, object: 'event', type: 'invoice.paid', created: 0, data: { object: {} } })),
      has_more: false,
      url: '/v1/events',
    },
  })
  /** Every wait is over at once. */
  const timing = {
    ...systemTiming,
    schedule: (_: number, task: () => void) => systemTiming.schedule(0, task),
  }

  test('goes on over a service that is away for a while, and misses nothing', async () => {
    const away: Answer = response => response.destroy()
    await using service = await startLocalService(page('evt_1'), away, away, page('evt_3', 'evt_2'), page())
    const listening = startCommandLine(['listen'], { ...KEY, BILLING_URL: service.url }, { timing })
    await expect.poll(() => listening.out()).toContain('evt_3')
    await expect.poll(() => listening.err()).toContain('again.\n')
    await expect.poll(() => service.received.length).toBeGreaterThanOrEqual(5)
    listening.end()
    expect(await listening.code).toBe(0)
    expect(listening.out()).toBe(
      '00:00:00  invoice.paid                evt_2\n00:00:00  invoice.paid                evt_3\n',
    )
    const [ready, lost, waiting, found] = listening.err().split('\n')
    expect(ready).toBe(`Listening for events of test mode at ${service.url}. Ctrl-C ends it.`)
    expect(lost).toMatch(/^The service at http:\/\/127\.0\.0\.1:\d+ could not be reached \(UND_ERR_SOCKET\)/)
    expect([waiting, found]).toEqual(['Trying again every second.', 'The service answers again.'])
    const cursors = service.received.map(({ path }) =>
      new URL(path, service.url).searchParams.get('ending_before'),
    )
    expect(cursors.slice(0, 5)).toEqual([null, 'evt_1', 'evt_1', 'evt_1', 'evt_3'])
  })

  test('begins with the first event where there was none', async () => {
    await using service = await startLocalService(page(), page(), page('evt_2', 'evt_1'), page())
    const listening = startCommandLine(['listen'], { ...KEY, BILLING_URL: service.url }, { timing })
    await expect.poll(() => listening.out()).toContain('evt_2')
    listening.end()
    await listening.code
    expect(listening.out().match(/evt_\d/g)).toEqual(['evt_1', 'evt_2'])
  })

  test('ends with 1 when the service is not there at all, or takes the key no longer', async () => {
    const service = await startLocalService(page(), {
      status: 401,
      body: { error: { type: 'authentication_error', message: 'Revoked.', code: 'api_key_revoked' } },
    })
    const environment = { ...KEY, BILLING_URL: service.url }
    const revoked = await runCommandLine(['listen'], environment)
    expect(revoked.code).toBe(1)
    expect(revoked.err).toContain(`Revoked.\n${service.url}/docs/errors#api_key_revoked\n`)
    await service[Symbol.asyncDispose]()
    const absent = await runCommandLine(['listen'], environment)
    expect([absent.code, absent.err]).toEqual([1, expect.stringContaining('could not be reached')])
  })
})
