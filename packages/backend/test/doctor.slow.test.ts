import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { RealServiceLine } from '../src/start/start-service.ts'
import { startBackend } from './backend-process.ts'
import { BACKEND_COMMAND } from './backend-program.ts'
import { type ChainOfOthers, startChainOfOthers } from './chain-of-others.ts'
import { makeMerchant } from './make-merchant.ts'
import { merchantServerOn } from './merchant.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { startStrangeChain } from './real-chain/strange-chain.ts'
import { createSubscriber } from './subscriber.ts'

let server: PostgresServer
let others: ChainOfOthers
beforeAll(async () => {
  ;[server, others] = await Promise.all([startPostgres(), startChainOfOthers()])
})
afterAll(() => Promise.all([others.remove(), server.stop()]))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'per-second-doctor-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The command's output and exit code. */
async function doctor(key: string, ...args: string[]) {
  const command = [...BACKEND_COMMAND, 'doctor', '--json', ...args]
  const env = { ...process.env, OPERATOR_KEY: key }
  const { stdout, code } = await promisify(execFile)(process.execPath, command, { env }).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  )
  const findings: { check: string; state: string; found: string; todo: string | null }[] =
    JSON.parse(stdout).data
  return { code, states: Object.fromEntries(findings.map(({ check, state }) => [check, state])), findings }
}

const CHAIN = {
  'test chain': 'ok',
  'test escrow': 'ok',
  'test operator': 'ok',
  'test meter cost': 'ok',
  'test pages': 'ok',
}
const WORK = { 'test nonce': 'ok', webhooks: 'ok' }

test('default: before the first start chain and operator are looked at, and nothing is made', async () => {
  const { key } = await others.newOperator()
  const { code, states } = await doctor(key, '--data', join(folder, 'data'), ...others.args)
  expect({ code, states }).toEqual({
    code: 0,
    states: { disk: 'ok', database: 'ok', ...CHAIN },
  })
  await expect(doctor(key, '--data', join(folder, 'data'), ...others.args)).resolves.toMatchObject({
    code: 0,
  })
})

test('error: a data folder that cannot be made', async () => {
  const { key } = await others.newOperator()
  const data = join(import.meta.filename, 'data')
  const { code, findings } = await doctor(key, '--data', data, ...others.args)
  expect({ code, disk: findings[0] }).toEqual({
    code: 1,
    disk: {
      ...{ check: 'disk', state: 'failure', found: `${data} cannot be made or written (ENOTDIR)` },
      todo: 'Choose another folder with --data.',
    },
  })
})

test.each([
  [-3_600, /, 36\d\d s old$/],
  [3_600, /, 3[56]\d\d s ahead of this machine's clock$/],
])('behaviour: a chain whose newest block is %i s from this clock warns', async (offset, found) => {
  const chain = await startStrangeChain(() => Math.floor(Date.now() / 1_000) + offset)
  onTestFinished(chain.stop)
  const at = others.args.indexOf('--rpc-url') + 1
  const { key } = await others.newOperator()
  const { findings } = await doctor(key, '--data', join(folder, 'data'), ...others.args.with(at, chain.url))
  expect(findings.find(({ check }) => check === 'test chain')).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(found),
  })
})

test('behaviour: a network that no public RPC endpoint is named for warns that wallets cannot add it', async () => {
  const { key } = await others.newOperator()
  const at = others.args.indexOf('--public-rpc-url')
  const { code, findings } = await doctor(
    key,
    '--data',
    join(folder, 'data'),
    ...others.args.toSpliced(at, 2),
  )
  const pages = findings.find(({ check }) => check === 'test pages')
  expect([code, pages?.state, pages?.todo]).toEqual([0, 'warning', 'Name one: --public-rpc-url.'])
})

test('behaviour: beside a service on PostgreSQL everything is checked, and each fault names its cure', async () => {
  const { key, address } = await others.newOperator()
  const database = await server.newDatabase()
  const args = [...others.args, '--database-url', database]
  const backend = await startBackend<RealServiceLine>({ folder, args, env: { OPERATOR_KEY: key } })
  const where = ['--data', folder, ...args]
  try {
    const merchant = merchantServerOn(
      backend,
      await makeMerchant('--data', folder, '--database-url', database),
    )
    const subscriber = createSubscriber(backend)
    await others.fund(subscriber.account.address, 10_000_000n)
    await subscriber.subscribe(await merchant.session(await merchant.product()), 3_600)
    const healthy = {
      disk: 'ok',
      database: 'ok',
      clock: 'ok',
      ...{ 'webhook key': 'ok', 'operator keys': 'ok' },
      ...CHAIN,
      ...WORK,
    }
    expect(await doctor(key, ...where)).toMatchObject({ code: 0, states: healthy })

    const other = generatePrivateKey()
    const wrong = await doctor(other, ...where)
    expect(wrong).toMatchObject({
      code: 1,
      states: { ...healthy, 'operator keys': 'failure', 'test operator': 'failure' },
    })
    const todo = (check: string) => wrong.findings.find(finding => finding.check === check)?.todo
    expect(todo('operator keys')).toContain(`belong to ${address}, whose key is missing`)
    expect(todo('test operator')).toBe(`Send ${privateKeyToAddress(other)} some ETH.`)

    const elsewhere = await server.newDatabase()
    const copy = await doctor(key, '--data', folder, ...others.args, '--database-url', elsewhere)
    expect(copy).toMatchObject({ code: 0, states: { database: 'ok' } })

    const lost = await doctor(
      key,
      '--data',
      folder,
      ...others.args,
      '--database-url',
      'postgres://127.0.0.1:1/x',
    )
    expect(lost.findings).toContainEqual({
      check: 'database',
      state: 'failure',
      found: expect.stringContaining('No database server answers at that host and port.'),
      todo: expect.stringContaining('Check host and port of the address'),
    })
    const stranger = await doctor(key, ...where, '--chain-id', '5')
    expect(stranger.findings).toContainEqual({
      check: 'test chain',
      state: 'failure',
      found: `the endpoint is on chain 31337, not 5 (operator ${address})`,
      todo: 'Check --rpc-url, --chain-id, --token, --escrow.',
    })
  } finally {
    await backend.end('SIGTERM')
  }

  // The key sends something that this database does not know of.
  await others.rpc.request({ method: 'anvil_setNonce', params: [address, '0x5'] })
  const used = await doctor(key, ...where)
  expect(used.findings.find(({ check }) => check === 'test nonce')).toMatchObject({
    state: 'failure',
    found: "the chain has 5 transactions of the operator's, this database 1",
  })
})
