import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommandLine, startCommandLine } from './command-line.ts'
import { type LocalBackend, startLocalBackend } from './local-backend.ts'
import { startReceiver } from './receiver.ts'

let backend: LocalBackend
let environment: Record<string, string>
beforeAll(async () => {
  backend = await startLocalBackend()
  environment = { BILLING_KEY: backend.merchant.test_key, BILLING_URL: backend.url }
})
afterAll(() => backend[Symbol.asyncDispose]())

const secretIn = (text: string) => /WEBHOOK_SECRET=(whsec_\S+)/.exec(text)?.[1] ?? ''

describe('a receiver on one’s own machine', () => {
  test('gets the events, in order and signed, and again on request', async () => {
    let secret = ''
    await using receiver = await startReceiver(() => secret)
    const listening = startCommandLine(['listen', '--forward-to', receiver.url.slice(7)], environment)
    await expect.poll(() => listening.err()).toContain('Listening for events of test mode at ')
    secret = secretIn(listening.err())
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(listening.err()).not.toContain(environment.BILLING_KEY)

    const triggered = await runCommandLine(['trigger', 'checkout.session.expired'], environment)
    expect(triggered).toEqual({
      code: 0,
      out: expect.stringMatching(/^checkout\.session\.expired {2}evt_\w+\n$/),
      err: expect.stringMatching(/^Created prod_\w+\.\nCreated cs_\w+\.\nExpired cs_\w+\.\n$/),
    })
    const [id = ''] = /evt_\w+/.exec(triggered.out) ?? []
    await expect
      .poll(() => receiver.received.map(({ type }) => type))
      .toEqual(['product.created', 'checkout.session.expired'])
    await expect
      .poll(() => listening.out())
      .toMatch(
        new RegExp(
          `^[\\d:]{8}  product\\.created  +evt_\\w+  → 204 \\(\\d+ ms\\)\\n[\\d:]{8}  checkout\\.session\\.expired  +${id}  → 204 \\(\\d+ ms\\)\\n$`,
        ),
      )
    listening.end()
    expect(await listening.code).toBe(0)

    const again = await runCommandLine(['events', 'resend', id, '--forward-to', receiver.url], environment)
    expect(again.code).toBe(0)
    expect(again.out).toMatch(new RegExp(`^checkout\\.session\\.expired  ${id}  → 204 \\(\\d+ ms\\)\\n$`))
    expect(receiver.received[2]).toEqual(receiver.received[1])
  })

  test('gets the missed events, of the chosen types, whole for a program', async () => {
    const first = await runCommandLine(['trigger', 'product.created'], environment)
    const [since = ''] = /evt_\w+/.exec(first.out) ?? []
    await runCommandLine(['trigger', 'product.updated'], environment)
    const words = ['listen', '--since', since, '--events', 'product.updated', '--json']
    const listening = startCommandLine(words, environment)
    await expect.poll(() => listening.out()).toContain('\n')
    listening.end()
    expect(await listening.code).toBe(0)
    expect(JSON.parse(listening.out())).toMatchObject({ object: 'event', type: 'product.updated' })
  })

  test('that refuses an event makes a resend fail', async () => {
    await using receiver = await startReceiver(() => 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD')
    const { out } = await runCommandLine(['trigger', 'product.created'], environment)
    const [id = ''] = /evt_\w+/.exec(out) ?? []
    const again = await runCommandLine(['events', 'resend', id, '--forward-to', receiver.url], environment)
    expect(again).toMatchObject({ code: 1, err: '' })
    expect(again.out).toContain('→ 400')
  })
})

describe('impossible calls', () => {
  test('says why, where it is explained, and ends with 1', async () => {
    const unknown = ['events', 'resend', 'evt_none', '--forward-to', 'localhost:1']
    expect(await runCommandLine(unknown, environment)).toEqual({
      code: 1,
      out: '',
      err: `No event "evt_none" in test mode. Check the id, and the mode of your key. See ${backend.url}/docs/errors#resource_missing\n${backend.url}/docs/errors#resource_missing\n`,
    })
    const stranger = { ...environment, BILLING_KEY: 'sk_test_nobodys' }
    const refused = await runCommandLine(['listen'], stranger)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toMatch(/^Unknown secret key\./)
    expect(refused.err).not.toContain('nobodys')
  })

  test('a subscription that there is not', async () => {
    const words = ['trigger', 'subscription.paused', '--subscription', 'sub_none']
    expect(await runCommandLine(words, environment)).toMatchObject({ code: 1, out: '' })
  })

  test('a live key triggers nothing', async () => {
    const live = { ...environment, BILLING_KEY: backend.merchant.live_key }
    const { code, err } = await runCommandLine(['trigger', 'product.created'], live)
    expect([code, err]).toEqual([
      2,
      'BILLING_KEY is a live key. Events are triggered in test mode only: use a test key.\nTry --help.\n',
    ])
  })
})
