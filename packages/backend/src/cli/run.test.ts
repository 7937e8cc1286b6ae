import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testEscrowAddress } from '@per-second/contracts/addresses'
import { beforeEach, describe, expect, test } from 'vitest'
import { localPolicy } from '../domain/billing-policy.fixture.ts'
import { secretHash } from '../domain/secret-hash.ts'
import { createServiceClock } from '../domain/service-clock.ts'
import type { Environment } from '../options/option-table.ts'
import type { RunOptions } from '../options/run-options.ts'
import type { Storage } from '../storage/storage.ts'
import { openTestStorage } from '../storage/test-storage.fixture.ts'
import { saveClock } from '../worker/clock.ts'
import { run } from './run.ts'

const PAYOUT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let folder: string
let storage: Storage
let served: RunOptions[]
beforeEach(async () => {
  served = []
  const opened = await openTestStorage()
  ;({ folder, storage } = opened)
  return opened.remove
})

/** Runs a command as a process would, beside a storage that stays open as a running service's does. */
const cli = (...args: string[]) => cliWith({}, ...args)

async function cliWith(environment: Environment, ...args: string[]) {
  let out = ''
  let err = ''
  const code = await run(args, {
    environment,
    writeOut: text => {
      out += text
    },
    writeErr: text => {
      err += text
    },
    serve: async options => {
      served.push(options)
    },
  })
  return { code, out, err }
}

async function json(...args: string[]) {
  const { code, out, err } = await cli(...args, '--data', folder, '--json')
  if (code !== 0) throw new Error(`${code} ${err}`)
  return JSON.parse(out)
}

const newMerchant = (...more: string[]) =>
  json('merchants', 'create', '--name', 'Shop', '--payout-address', PAYOUT, ...more)
const storedKey = (secret: string) => storage.read(tx => tx.apiKeys.get(secretHash(secret)))

describe('the service', () => {
  test('default: runs without a command, with the options of a local run', async () => {
    expect(await cli('--port', '0', '--data', folder, '--json')).toEqual({ code: 0, out: '', err: '' })
    expect(served).toEqual([
      {
        port: 0,
        host: '127.0.0.1',
        publicUrl: null,
        data: folder,
        databaseUrl: null,
        json: true,
        policy: localPolicy,
        rateLimit: null,
        logLevel: 'warn',
        webhookPorts: null,
        keepEvents: null,
        chains: null,
        secretsKeys: [],
        adminToken: null,
      },
    ])
  })

  test.each([
    [['--port', 'many'], '--port must be a whole number from 0 to 65535, not "many".\n'],
    [['--host', ''], '--host is empty. Give it a value, or leave it out.\n'],
    [['--host= '], '--host is empty. Give it a value, or leave it out.\n'],
    [['--data', ''], '--data is empty. Give it a value, or leave it out.\n'],
    [['--database-url', '', 'keys', 'list'], '--database-url is empty. Give it a value, or leave it out.\n'],
    [['backup', '--to', ''], '--to is empty. Give it a value, or leave it out.\n'],
    [['--rpc-url', '', '--rpc-url', 'http://x'], '--rpc-url is empty. Give it a value, or leave it out.\n'],
    [['--webhook-port', '0'], '--webhook-port must be a whole number from 1 to 65535, not "0".\n'],
    [['--fee-bps', '1001'], '--fee-bps must be a whole number from 0 to 1000, not "1001".\n'],
    [['--settle-every', '0'], '--settle-every must be a whole number from 1 to 2592000, not "0".\n'],
    [
      ['--min-deposit', '0.0000001'],
      '--min-deposit must be an amount of AUSD with at most six decimals, such as 0.05, not "0.0000001".\n',
    ],
    [['--max-open-meters', '0'], '--max-open-meters must be a whole number from 1 to 1000000, not "0".\n'],
    [['--log', 'loud'], '--log must be one of trace, debug, info, warn, error, silent, not "loud".\n'],
    [['--prot', '1'], "unknown option '--prot'\n(Did you mean --port?)\nTry --help.\n"],
    [['--port'], '--port needs a value: --port <n>\nTry --help.\n'],
    [['--json=5'], '--json takes no value.\nTry --help.\n'],
    [['doctor', '--json=yes'], '--json takes no value.\nTry --help.\n'],
    [['--data-base-url=postgres://u:secret@h/x'], "unknown option '--data-base-url'\nTry --help.\n"],
    [['-database-url=postgres://u:secret@h/x'], "unknown option '-database-url'\nTry --help.\n"],
    [['-OPERATOR_KEY=0x5ec2e7'], "unknown option '-OPERATOR_KEY'\nTry --help.\n"],
    [["--data-base-url=postgres://u:it's@h/x"], "unknown option '--data-base-url'\nTry --help.\n"],
    [['-dpostgres://u:secret@h/x'], "unknown option '-dpostgres://[redacted]h/[redacted]'\nTry --help.\n"],
    [['keys', 'postgres://u:secret@h'], "unknown command 'postgres://[redacted]h'\nTry --help.\n"],
    [
      ['doctor', 'postgres://u:secret@h'],
      "too many arguments for 'doctor'. Expected 0 arguments but got 1: postgres://[redacted]h.\nTry --help.\n",
    ],
    [['serve'], "unknown command 'serve'\nWithout a command the service starts.\nTry --help.\n"],
    [['merchant', 'list'], "unknown command 'merchant'\n(Did you mean merchants?)\nTry --help.\n"],
    [['--port', '0', 'docter'], "unknown command 'docter'\n(Did you mean doctor?)\nTry --help.\n"],
    [
      ['postgres://u:secret@h/x'],
      'the word after the options is not a command\nWithout a command the service starts.\nTry --help.\n',
    ],
    [['--port', '99999999', 'keys', 'list'], "'keys list' has no option --port.\nTry --help.\n"],
    [['--rpc-url', 'x', 'backup', '--to', 'y'], "'backup' has no option --rpc-url.\nTry --help.\n"],
    [
      ['keys', 'list', 'more'],
      "too many arguments for 'list'. Expected 0 arguments but got 1: more.\nTry --help.\n",
    ],
  ])('error: %j is not understood', async (args, err) => {
    expect(await cli(...args)).toEqual({ code: 2, out: '', err })
    expect(served).toEqual([])
  })

  test('error: of an unforeseen failure the stack is shown, without secrets', async () => {
    let err = ''
    const code = await run([], {
      environment: {},
      writeOut: () => {},
      writeErr: text => {
        err += text
      },
      serve: async () => {
        throw new TypeError('no response\nhttps://rpc.example/v3/S3cr3tKey')
      },
    })
    expect([code, err]).toEqual([1, expect.stringMatching(/^TypeError: no response\n.*run\.test\.ts/s)])
    expect(err).not.toContain('S3cr3tKey')
  })
})

describe('help', () => {
  test.each(['keys', 'merchants'])('error: %s without a command shows the commands it has', async group => {
    const { code, out, err } = await cli(group)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(`Usage: per-second ${group}`)
    expect(err).toMatch(/\n {2}create .*\n/)
  })

  test('of the program and of one command is what "help" shows, too', async () => {
    const shown = await cli('--help')
    expect(shown).toEqual({ code: 0, out: expect.stringContaining('Usage: per-second [options]'), err: '' })
    expect(await cli('help')).toEqual(shown)
    expect(await cli('help', 'doctor')).toEqual(await cli('doctor', '--help'))
  })

  const OF_CHAIN = ['rpc-url', 'chain-id', 'escrow', 'escrow-salt', 'token', 'confirmations', 'max-fee']
  test.each([
    [
      'doctor',
      ['data', 'database-url', 'json', 'meter-cost'],
      [...OF_CHAIN, 'public-rpc-url', 'fee-recipient'],
    ],
    [
      'restore',
      ['since', 'data', 'database-url', 'json', 'log', 'settle-every'],
      [...OF_CHAIN, 'reorg-depth'],
    ],
  ])('of %s lists only what it reads of the options that it is given', async (command, own, ofChain) => {
    const { out } = await cli(command, '--help')
    const listed = [...out.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name)
    const expected = [...own, ...ofChain, ...ofChain.map(name => `live-${name}`)]
    expect(listed.toSorted()).toEqual(expected.toSorted())
    expect(await cli(command, '--port', 'many')).toEqual({
      ...{ code: 2, out: '' },
      err: '--port must be a whole number from 0 to 65535, not "many".\n',
    })
  })

  test('of the service lists the values from the environment', async () => {
    const { out } = await cli('--help')
    for (const name of ['DATABASE_URL', 'OPERATOR_KEY', 'LIVE_OPERATOR_KEY', 'SECRETS_KEY', 'ADMIN_TOKEN'])
      expect(out).toContain(name)
  })
})

describe('merchants', () => {
  test('default: are created with two keys that are shown once, listed without them, and changed', async () => {
    const created = await newMerchant('--logo-url', 'https://shop.example/logo.png', '--accent', '#0a7d5a')
    const { test_key, live_key, ...merchant } = created
    expect(merchant).toEqual({
      id: expect.stringMatching(/^mer_/),
      object: 'merchant',
      name: 'Shop',
      logo_url: 'https://shop.example/logo.png',
      accent: '#0a7d5a',
      support_url: null,
      payout_address: PAYOUT,
      created: expect.any(Number),
    })
    expect(await storedKey(test_key)).toMatchObject({ merchantId: created.id, mode: 'test', revokedAt: null })
    expect(await storedKey(live_key)).toMatchObject({ merchantId: created.id, mode: 'live', revokedAt: null })
    expect(await json('merchants', 'list')).toEqual({ data: [merchant] })
    const changed = { ...merchant, name: 'Better shop', support_url: 'https://shop.example/help' }
    expect(
      await json(
        'merchants',
        'update',
        created.id,
        '--name',
        'Better shop',
        '--support-url',
        changed.support_url,
      ),
    ).toEqual(changed)
    expect(await json('merchants', 'list')).toEqual({ data: [changed] })
  })

  test('behaviour: for people, a table', async () => {
    const { id } = await newMerchant()
    const { out } = await cli('merchants', 'list', '--data', folder)
    expect(out.split('\n').map(line => line.trim().split(/ {2,}/).slice(0, 3))).toEqual([
      ['ID', 'NAME', 'PAYOUT ADDRESS'],
      [id, 'Shop', PAYOUT],
      [''],
    ])
  })

  test.each([
    [['create', '--name', 'Shop'], 2, '--payout-address <address> is required.'],
    [
      ['create', '--name', 'Shop', '--payout-address', '0x12'],
      2,
      '--payout-address cannot be used: must be an address: 0x and 40 hexadecimal digits.',
    ],
    [
      ['create', '--name', 'S', '--payout-address', PAYOUT, '--accent', 'nocolour'],
      2,
      '--accent cannot be used: must be a colour like #0a7d5a.',
    ],
    [
      ['create', '--name', 'Shop', '--payout-address', PAYOUT.replace('C', 'c')],
      2,
      'The checksum of this address is wrong',
    ],
    [
      ['create', '--name', 'Shop', '--payout-address', `0x${'0'.repeat(40)}`],
      2,
      '--payout-address: This is the zero address, which has no owner.\n',
    ],
    [
      ['update', 'mer_none', '--payout-address', testEscrowAddress],
      2,
      '--payout-address: This is the address of an escrow or of the token, where money would be lost.',
    ],
    [
      ['create', '--name', 'S', '--payout-address', PAYOUT, '--logo-url', 'javascript:1'],
      2,
      '--logo-url cannot be used',
    ],
    [['update', 'mer_none', '--name', 'Shop'], 1, 'There is no merchant mer_none.'],
    [['update', 'mer_none'], 2, 'Nothing to change'],
    [['update'], 2, "missing required argument 'id'"],
  ])('error: %j ends with %d', async (args, code, err) => {
    const ended = await cli('merchants', ...args, '--data', folder)
    expect(ended).toMatchObject({ code, out: '' })
    expect(ended.err).toContain(err)
  })

  test.each(['Two\nlines', 'Two\u2028lines', '\u001b[2J', 'Tab\tbed', 'Next\u0085line'])(
    'error: a name of more than a line, as %j, is refused, so that a table has a row for each merchant',
    async name => {
      for (const to of [
        ['create', '--payout-address', PAYOUT],
        ['update', 'mer_none'],
      ]) {
        const { code, err } = await cli('merchants', ...to, '--name', name, '--data', folder)
        expect([code, err]).toEqual([2, expect.stringContaining('must not contain line breaks or other')])
      }
    },
  )

  test('error: a folder without a service is told of, not filled', async () => {
    const none = join(folder, 'none')
    expect(await cli('merchants', 'list', '--data', none)).toMatchObject({ code: 2, out: '' })
  })
})

describe('keys', () => {
  test('default: are created, listed, rotated and revoked, and the secret appears only at its creation', async () => {
    const merchant = await newMerchant()
    const { key: secret, ...created } = await json(
      'keys',
      'create',
      '--merchant',
      merchant.id,
      '--mode',
      'live',
    )
    expect(created).toEqual({
      id: `key_${secretHash(secret).slice(0, 16)}`,
      object: 'api_key',
      merchant: merchant.id,
      mode: 'live',
      hint: `sk_live_…${secret.slice(-4)}`,
      created: expect.any(Number),
      revoked_at: null,
    })
    const { key: second, replaced, ...rotated } = await json('keys', 'rotate', created.id)
    expect(replaced).toEqual({ ...created, revoked_at: expect.any(Number) })
    expect((await storedKey(secret))?.revokedAt).toBeLessThanOrEqual(Date.now())
    const revoked = await json('keys', 'revoke', rotated.id)
    expect(revoked).toEqual({ ...rotated, revoked_at: expect.any(Number) })

    const listed = await cli('keys', 'list', '--merchant', merchant.id, '--data', folder, '--json')
    expect(JSON.parse(listed.out).data).toHaveLength(4)
    expect(JSON.parse(listed.out).data).toEqual(expect.arrayContaining([replaced, revoked]))
    for (const shown of [secret, second, merchant.test_key]) expect(listed.out).not.toContain(shown)
  })

  test('behaviour: a rotated key can stay good for a while', async () => {
    const { test_key } = await newMerchant()
    const before = Date.now()
    await json('keys', 'rotate', `key_${secretHash(test_key).slice(0, 16)}`, '--grace', '3600')
    const { revokedAt } = (await storedKey(test_key)) as { revokedAt: number }
    expect(revokedAt).toBeGreaterThanOrEqual(before + 3_600_000)
    expect(revokedAt).toBeLessThanOrEqual(Date.now() + 3_600_000)
  })

  test('behaviour: a key ends at the service’s own time, however its clock was moved', async () => {
    const { test_key } = await newMerchant()
    const frozenAt = Date.parse('2020-01-01T00:00:00Z')
    await saveClock(storage, createServiceClock(Date.now, { offsetMillis: 0, frozenAt }))
    await json('keys', 'revoke', `key_${secretHash(test_key).slice(0, 16)}`)
    expect((await storedKey(test_key))?.revokedAt).toBe(frozenAt)
  })

  test('behaviour: the service may be named before the command', async () => {
    await newMerchant()
    const { code, out } = await cli('--data', folder, '--json', 'keys', 'list')
    expect(code).toBe(0)
    expect(JSON.parse(out).data).toHaveLength(2)
  })

  test.each([
    [['revoke', 'key_0000000000000000'], 1, 'There is no key key_0000000000000000.\n'],
    [['rotate', 'sk_test_secret'], 1, 'There is no key [redacted].\n'],
    [['create', '--merchant', 'sk_live_secret', '--mode', 'test'], 1, 'There is no merchant [redacted].\n'],
    [['create', '--merchant', 'mer_none', '--mode', 'test'], 1, 'There is no merchant mer_none.\n'],
    [['list', '--merchant', 'mer_none'], 1, 'There is no merchant mer_none.\n'],
    [['create', '--merchant', 'mer_none', '--mode', 'both'], 2, 'Allowed choices are test, live.'],
    [['rotate', 'key_0000000000000000', '--grace', 'long'], 2, '--grace must be a whole number'],
  ])('error: %j ends with %d', async (args, code, err) => {
    const ended = await cli('keys', ...args, '--data', folder)
    expect(ended).toMatchObject({ code, out: '' })
    expect(ended.err).toContain(err)
  })
})

describe('a database that cannot be opened', () => {
  const DAMAGED =
    'It is no SQLite database, or a damaged one: restore a backup, or name another folder with --data. (SQLite 26)\n'
  const UNREADABLE = 'Make it a file that this user can read and write, or name another folder with --data.'
  let other: string
  let file: string
  beforeEach(() => {
    other = join(folder, 'other')
    file = join(other, 'billing.sqlite')
    mkdirSync(other)
  })

  test('error: is named, with the cure', async () => {
    writeFileSync(file, 'This is not a database, and long enough to be read as the head of one.\n'.repeat(20))
    const text = `The database ${file} cannot be opened. ${DAMAGED}`
    for (const command of [
      ['merchants', 'list'],
      ['backup', '--to', join(other, 'copy')],
    ])
      expect(await cli(...command, '--data', other)).toEqual({ code: 1, out: '', err: text })
    const { out } = await cli('doctor', '--data', other)
    expect(out).toContain(text)
    rmSync(file)
    mkdirSync(file)
    expect(await cli('merchants', 'list', '--data', other)).toEqual({
      code: 1,
      out: '',
      err: `The database ${file} cannot be opened. ${UNREADABLE} (SQLite 14)\n`,
    })
  })
})

describe('restore', () => {
  test('behaviour: of a database that has read no log it says that there is nothing to do', async () => {
    const chain = ['--rpc-url', 'http://127.0.0.1:1', '--chain-id', '43113']
    const restore = (...more: string[]) =>
      cliWith({ OPERATOR_KEY: `0x${'17'.repeat(32)}` }, 'restore', '--data', folder, ...chain, ...more)
    expect(await restore()).toEqual({
      code: 0,
      out: 'Nothing to restore: the service has never read the log of an escrow on this database. Check --data and DATABASE_URL.\n',
      err: '',
    })
    expect(await restore('--json')).toEqual({ code: 0, out: '{"data":[]}\n', err: '' })
  })

  test.each([
    '2025-02-29T01:30:00Z',
    '2025-02-30T01:30:00Z',
    '2025-04-31T01:30:00+02:00',
    '2025-13-01T01:30:00Z',
    '2025-11-23T01:30:00',
    '2025-11-23',
    '9999-11-23T01:30:00Z',
  ])('error: %s is no instant of the past with its zone', async since => {
    expect(await cli('restore', '--since', since)).toEqual({
      code: 2,
      out: '',
      err: '--since must be an instant in the past with its zone, like 2026-11-23T01:30:00Z.\n',
    })
  })

  test.each(['2024-02-29T01:30Z', '2025-11-23T01:30:00.5-05:00'])('default: %s is one', async since => {
    expect((await cli('restore', '--since', since)).err).toMatch(/^restore needs the options/)
  })
})

describe('backup', () => {
  test('default: copies the database to a folder that it makes', async () => {
    const to = join(folder, 'a', 'copy')
    expect(await json('backup', '--to', to)).toEqual({ folder: to, files: ['billing.sqlite'] })
    expect(readdirSync(to)).toEqual(['billing.sqlite'])
  })

  test('behaviour: names the secret to keep with it: SECRETS_KEY where the folder has no key of its own', async () => {
    const without = join(folder, 'without')
    expect(await cli('backup', '--data', folder, '--to', without)).toEqual({
      code: 0,
      out: `${without} has billing.sqlite. Keep SECRETS_KEY and the operators' keys with it; they are not in there.\n`,
      err: '',
    })
    writeFileSync(join(folder, 'webhooks.key'), randomBytes(32).toString('base64'))
    const whole = join(folder, 'whole')
    expect(await cli('backup', '--data', folder, '--to', whole)).toEqual({
      code: 0,
      out: `${whole} has billing.sqlite and webhooks.key. Keep the operators' keys with it; they are not in there.\n`,
      err: '',
    })
  })

  test('error: a key that cannot be read, before anything is copied', async () => {
    const key = join(folder, 'webhooks.key')
    rmSync(key, { force: true })
    mkdirSync(key)
    const to = join(folder, 'incomplete')
    expect(await cli('backup', '--data', folder, '--to', to)).toEqual({
      code: 2,
      out: '',
      err: `The file ${key} cannot be made, read or written (EISDIR). Give it to the user of this process, or choose another folder with --data.\n`,
    })
    expect(existsSync(to)).toBe(false)
    rmSync(key, { recursive: true })
  })

  test('error: where no folder can be made or read', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    for (const [to, code] of [
      [file, 'ENOTDIR'],
      [join(file, 'below'), 'ENOTDIR'],
      ['/proc/nowhere/copy', 'ENOENT'],
    ] as const)
      expect(await cli('backup', '--data', folder, '--to', to)).toEqual({
        code: 2,
        out: '',
        err: `The folder ${to} cannot be made or read (${code}). Name another with --to.\n`,
      })
  })
})
