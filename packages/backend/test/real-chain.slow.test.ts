import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RealServiceLine } from '../src/start/start-service.ts'
import { startBackend } from './backend-process.ts'
import { BACKEND_COMMAND } from './backend-program.ts'
import { type ChainOfOthers, startChainOfOthers } from './chain-of-others.ts'
import { makeMerchant } from './make-merchant.ts'
import { balanceOf, merchantServerOn } from './merchant.ts'
import { createCaller, createSubscriber } from './subscriber.ts'

let others: ChainOfOthers
beforeAll(async () => {
  others = await startChainOfOthers()
})
afterAll(() => others.remove())

test('default: outside local mode a meter lives on a chain of others, and nothing local exists', async () => {
  const operator = await others.newOperator()
  const fees = privateKeyToAddress(generatePrivateKey())
  const service = await startBackend<RealServiceLine>({
    args: [...others.args, '--fee-recipient', fees],
    env: { OPERATOR_KEY: operator.key },
  })
  try {
    const { url, chains, operator_balances } = service
    expect(operator_balances).toEqual({ test: `${10n ** 18n}`, live: null })
    expect(Object.keys(service).toSorted()).toEqual(
      ['chains', 'end', 'folder', 'log', 'operator_balances', 'process', 'remove', 'url'].toSorted(),
    )
    expect(chains).toMatchObject({
      test: {
        rpc_urls: [others.chain.rpc_url],
        operator: operator.address,
        fee_recipient: fees,
        escrow: others.chain.escrow,
      },
      live: null,
    })
    const made = await makeMerchant('--data', service.folder)
    const merchant = merchantServerOn({ url }, made)
    for (const [method, path] of [
      ['POST', '/_local/merchants'],
      ['GET', '/v1/test_helpers/clock'],
    ] as const) {
      expect(await createCaller(url, made.test_key)(method, path)).toMatchObject({
        status: 404,
        body: { error: { code: 'route_not_found' } },
      })
    }

    const subscriber = createSubscriber({ url })
    await others.fund(subscriber.account.address, 10_000_000n)
    const session = await merchant.session(await merchant.product({ rate_usd_per_second: '0.001' }))
    const { id, terms } = await subscriber.subscribe(session, 3600)
    expect(terms).toMatchObject({ operator: operator.address, feeRecipient: fees })
    const canceled = await merchant.act(id, 'cancel')
    expect(canceled).toMatchObject({ status: 'canceled', refunded_usd: expect.stringMatching(/^3\.[56]/) })
    const charged = BigInt(canceled.billed_seconds) * 1000n
    expect(await balanceOf(others, subscriber.account.address)).toBe(10_000_000n - charged)
    expect(await balanceOf(others, fees)).toBe(charged / 100n)

    const live = createCaller(url, made.live_key)
    const product = await live<{ id: string }>('POST', '/v1/products', {
      name: 'GPU',
      rate_usd_per_second: '1',
    })
    const opened = await live<{ id: string }>('POST', '/v1/checkout/sessions', {
      product: product.body.id,
      success_url: 'https://shop.example/ok',
      cancel_url: 'https://shop.example/no',
    })
    expect(
      await createCaller(url, null)('GET', `/v1/client/checkout/sessions/${opened.body.id}/chain`),
    ).toMatchObject({ status: 503, body: { error: { code: 'chain_unavailable' } } })
  } finally {
    await service.remove()
  }
})

test('behaviour: an operator without gas keeps the service from being ready, and its balance is a metric', async () => {
  const key = generatePrivateKey()
  const operator = privateKeyToAddress(key)
  const service = await startBackend<RealServiceLine>({
    args: others.args,
    env: { OPERATOR_KEY: key, ADMIN_TOKEN: 'operators-token' },
    captureLog: true,
  })
  try {
    expect(service.operator_balances).toEqual({ test: '0', live: null })
    expect(service.log().join()).toContain('the operator cannot pay for an opening: send it gas')
    const ready = await createCaller(service.url, null)('GET', '/readyz')
    expect(ready).toMatchObject({
      status: 503,
      body: { error: { code: 'chain_unavailable', message: expect.stringContaining(operator) } },
    })
    const balance = async () => {
      const answer = await fetch(`${service.url}/metrics`, {
        headers: { Authorization: 'Bearer operators-token' },
      })
      return (await answer.text()).match(/^billing_operator_balance_coins.*$/m)?.[0]
    }
    const series = `billing_operator_balance_coins{mode="test",operator="${operator}"}`
    expect(await balance()).toBe(`${series} 0`)
    await others.rpc.request({ method: 'anvil_setBalance', params: [operator, '0x1bc16d674ec80000'] })
    await expect.poll(balance).toBe(`${series} 2`)
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200)
  } finally {
    await service.remove()
  }
})

test('behaviour: an escrow whose deposits the issuer burnt opens no more, and the service is not ready until it has them', async () => {
  const operator = await others.newOperator()
  const options = { args: others.args, env: { OPERATOR_KEY: operator.key }, captureLog: true }
  const first = await startBackend<RealServiceLine>(options)
  const { folder } = first
  const { escrow } = others.chain
  const readiness = async ({ url }: { url: string }) => {
    const { status, body } = await createCaller(url, null)<{ error?: { message: string } }>('GET', '/readyz')
    return [status, body.error?.message ?? null]
  }
  let service = first
  /** The balance is compared with the ledger at the start and every five minutes. */
  const restart = async () => {
    expect(await service.end('SIGTERM')).toBe(0)
    service = await startBackend<RealServiceLine>({ ...options, folder })
  }
  try {
    const made = await makeMerchant('--data', folder)
    const merchant = merchantServerOn(first, made)
    const product = await merchant.product({ rate_usd_per_second: '0.001' })
    const subscriber = createSubscriber(first)
    await others.fund(subscriber.account.address, 10_000_000n)
    const { id } = await subscriber.subscribe(await merchant.session(product), 3600)
    expect(await readiness(first)).toEqual([200, null])

    const held = await balanceOf(others, escrow)
    await others.burn(escrow, held)
    await restart()
    await expect
      .poll(() => readiness(service))
      .toEqual([503, expect.stringContaining(`The escrow ${escrow} has less than its open meters need`)])
    const again = merchantServerOn(service, made)
    const session = await again.session(product)
    expect(await createSubscriber(service).prepare(session.id, 3600)).toMatchObject({
      status: 503,
      body: {
        error: { code: 'chain_unavailable', message: expect.stringContaining('New checkouts are suspended') },
      },
    })

    await others.fund(escrow, held)
    await restart()
    await expect.poll(() => readiness(service)).toEqual([200, null])
    expect(await merchantServerOn(service, made).act(id, 'cancel')).toMatchObject({
      status: 'canceled',
    })
  } finally {
    await service.remove()
  }
})

test.each([
  [
    'another chain',
    ['--chain-id', '5'],
    'the endpoint is on chain 31337, not 5. Check --rpc-url, --chain-id, --token, --escrow.',
  ],
  [
    'no escrow',
    ['--escrow', `0x${'12'.repeat(20)}`],
    `there is no escrow at 0x${'12'.repeat(20)}. Check --rpc-url, --chain-id, --token, --escrow.`,
  ],
  ['no endpoint', ['--rpc-url', 'http://127.0.0.1:1'], 'the chain cannot be reached. Check --rpc-url.'],
])('error: a start on %s says so in one sentence', async (_, more, reason) => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-wrong-chain-'))
  const args = more[0] === '--rpc-url' ? others.args.slice(2) : others.args
  const command = [...BACKEND_COMMAND, '--port', '0', '--data', folder, ...args, ...more]
  const env = { ...process.env, OPERATOR_KEY: generatePrivateKey() }
  const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8', timeout: 100_000 })
  // Above it may stand a warning, which is a line of JSON.
  const said = stderr.trim().split('\n').at(-1) ?? ''
  expect(said.startsWith('The chain of test mode cannot be used: ') && said.endsWith(reason)).toBe(true)
  expect(status).toBe(2)
  rmSync(folder, { recursive: true })
})
