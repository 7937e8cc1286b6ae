import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Subscription } from '@per-second/protocol/types'
import { generatePrivateKey } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { BACKEND_COMMAND } from './backend-program.ts'
import { createMerchantServer } from './merchant.ts'
import { processStartTime } from './process-start-time.ts'
import { createCaller, createSubscriber } from './subscriber.ts'

/** The service's own promise. Docker kills a container that it asked to end after ten. */
const END_WITHIN_MS = 5_000

let backend: BackendProcess
beforeEach(async () => {
  backend = await startBackend({ args: ['--log', 'silent'] })
})
afterEach(() => backend.remove())

const chainPid = () =>
  (JSON.parse(readFileSync(join(backend.folder, 'chain', 'anvil.json'), 'utf8')) as { pid: number }).pid

/** The output and the exit code of a second backend on this folder. */
async function startSecond(folder: string): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [...BACKEND_COMMAND, '--port', '0', '--data', folder, '--json'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  return { code: code as number, said }
}

test('behaviour: SIGTERM answers requests that wait for a silent chain, and ends with 0 in under five seconds', async () => {
  const merchant = await createMerchantServer(backend)
  const subscriber = createSubscriber(backend)
  await subscriber.fund('10')
  const { id } = await subscriber.subscribe(await merchant.session(await merchant.product()), 3600)
  const chain = chainPid()
  process.kill(chain, 'SIGSTOP')
  const waiting = createCaller(backend.url, merchant.test_key)<Subscription>(
    'POST',
    `/v1/subscriptions/${id}/cancel`,
    {},
    { 'Idempotency-Key': 'k' },
  )
  await expect.poll(async () => (await merchant.subscription(id)).status).toBe('canceled')
  const asked = performance.now()
  expect(await backend.end('SIGTERM')).toBe(0)
  expect(performance.now() - asked).toBeLessThan(END_WITHIN_MS)
  expect(await waiting).toMatchObject({ status: 200, body: { status: 'canceled', refunded_usd: '0' } })
  expect(processStartTime(chain)).toBeNull()

  backend = await startBackend({ folder: backend.folder })
  const call = createCaller(backend.url, merchant.test_key)
  const refunded = async () => (await call<Subscription>('GET', `/v1/subscriptions/${id}`)).body.refunded_usd
  await expect.poll(refunded).not.toBe('0')
  const again = await call('POST', `/v1/subscriptions/${id}/cancel`, {}, { 'Idempotency-Key': 'k' })
  expect(again.headers.get('Idempotent-Replayed')).toBe('true')
  expect(again.body).toEqual({ ...(await waiting).body, refunded_usd: await refunded() })
})

test('behaviour: SIGTERM cuts a long advance short, at a step from which the next start goes on', async () => {
  const merchant = await createMerchantServer(backend)
  await merchant.freezeClock()
  const subscriber = createSubscriber(backend)
  await subscriber.fund('1000')
  const { id } = await subscriber.subscribe(await merchant.session(await merchant.product()), 2_592_000)
  // The clock as refusals show it: they do not wait for the advance.
  const instant = async () => {
    const { headers } = await createCaller(backend.url, null)(
      'POST',
      `/v1/client/subscriptions/${id}/cancel`,
      {},
    )
    return Number.parseInt(headers.get('Billing-Clock') ?? '', 10)
  }
  const start = await instant()
  const advancing = createCaller(backend.url, merchant.test_key)('POST', '/v1/test_helpers/clock/advance', {
    seconds: 2_592_000,
  })
  await expect.poll(async () => (await instant()) - start).toBeGreaterThan(7_200)
  const asked = performance.now()
  expect(await backend.end('SIGTERM')).toBe(0)
  expect(performance.now() - asked).toBeLessThan(END_WITHIN_MS)
  expect((await advancing).status).toBe(503)

  backend = await startBackend({ folder: backend.folder })
  const call = createCaller(backend.url, merchant.test_key)
  const standing = async () => {
    const { body } = await call<Subscription>('GET', `/v1/subscriptions/${id}`)
    return {
      status: body.status,
      unpaidHours: Math.floor((body.elapsed_seconds - body.billed_seconds) / 3600),
    }
  }
  await expect.poll(standing).toEqual({ status: 'running', unpaidHours: 0 })
})

test('behaviour: when its chain ends under it, requests that wait for it are answered before the service ends with 1', async () => {
  const merchant = await createMerchantServer(backend)
  const subscriber = createSubscriber(backend)
  await subscriber.fund('10')
  const { id } = await subscriber.subscribe(await merchant.session(await merchant.product()), 3600)
  const chain = chainPid()
  process.kill(chain, 'SIGSTOP')
  const waiting = merchant.act(id, 'cancel')
  await expect.poll(async () => (await merchant.subscription(id)).status).toBe('canceled')
  const ended = once(backend.process, 'exit')
  process.kill(chain, 'SIGKILL')
  expect(await waiting).toMatchObject({ status: 'canceled', refunded_usd: '0' })
  expect(await ended).toEqual([1, null])

  backend = await startBackend({ folder: backend.folder })
  const call = createCaller(backend.url, merchant.test_key)
  const refunded = async () => (await call<Subscription>('GET', `/v1/subscriptions/${id}`)).body.refunded_usd
  await expect.poll(refunded).not.toBe('0')
})

test('behaviour: SIGTERM ends a start that waits for a silent endpoint, with 0, in a container too', async () => {
  const endpoint = createServer().listen(0, '127.0.0.1')
  await once(endpoint, 'listening')
  const folder = mkdtempSync(join(tmpdir(), 'per-second-backend-'))
  const { port } = endpoint.address() as AddressInfo
  const chain = ['--rpc-url', `http://127.0.0.1:${port}`, '--chain-id', '43113']
  const child = spawn(process.execPath, [...BACKEND_COMMAND, '--port', '0', '--data', folder, ...chain], {
    env: { ...process.env, OPERATOR_KEY: generatePrivateKey() },
    stdio: 'ignore',
  })
  try {
    const ended = once(child, 'exit')
    await once(endpoint, 'connection')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
    endpoint.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('error: a second backend on the folder is refused by name, and harms nothing', async () => {
  const { code, said } = await startSecond(backend.folder)
  expect(code).toBe(2)
  expect(said).toContain(`The data folder ${backend.folder} is in use by process ${backend.process.pid}.`)
  expect((await fetch(`${backend.url}/v1/products`)).status).toBe(401)
})

test('behaviour: of many that start at once on a new folder, one gets it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-backend-'))
  const started = await Promise.allSettled(
    Array.from({ length: 4 }, () => startBackend({ folder, args: ['--log', 'silent'] })),
  )
  const winners = started.filter(result => result.status === 'fulfilled')
  for (const { value } of winners) await value.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
  expect(winners).toHaveLength(1)
})
