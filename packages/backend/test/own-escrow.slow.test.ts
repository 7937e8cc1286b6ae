import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  meterEscrowCreationCodeHash,
  testAusdAddress,
  testEscrowAddress,
} from '@per-second/contracts/addresses'
import { EMBEDDED_CHAIN_ID } from '@per-second/protocol/chains'
import { escrowAddress } from '@per-second/protocol/escrow-address'
import { meterDigest, termsToWire } from '@per-second/protocol/terms'
import type { Address, Chain, Hex, Statement } from '@per-second/protocol/types'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RealServiceLine } from '../src/start/start-service.ts'
import { startBackend } from './backend-process.ts'
import { BACKEND_PROGRAM } from './backend-program.ts'
import { makeMerchant } from './make-merchant.ts'
import { balanceOf, merchantServerOn } from './merchant.ts'
import { type StrangeChain, startStrangeChain } from './real-chain/strange-chain.ts'
import { createCaller, createSubscriber } from './subscriber.ts'

const DEPLOY = join(import.meta.dirname, '../../contracts/scripts/deploy.ts')

let chain: StrangeChain
let mining: ReturnType<typeof setInterval>
let folder: string
beforeAll(async () => {
  chain = await startStrangeChain(() => Math.floor(Date.now() / 1_000))
  mining = setInterval(() => chain.mine().catch(() => {}), 250)
  folder = mkdtempSync(join(tmpdir(), 'per-second-own-escrow-'))
})
afterAll(async () => {
  clearInterval(mining)
  await chain.stop()
  rmSync(folder, { recursive: true })
})

const argsOf = () => [
  ...['--rpc-url', chain.url, '--chain-id', `${EMBEDDED_CHAIN_ID}`, '--token', testAusdAddress],
  ...['--public-rpc-url', chain.url, '--confirmations', '2'],
]
const newOperator = async () => {
  const key = generatePrivateKey()
  const address = privateKeyToAddress(key)
  await chain.giveGasMoney(address)
  return { key, address }
}
const held = (address: Address) =>
  balanceOf({ chain: { rpc_url: chain.url, token: testAusdAddress } }, address)

type Outcome = { code: number; stdout: string; stderr: string }

async function run(program: string, args: string[], env: Record<string, string>): Promise<Outcome> {
  const command = ['--conditions=@per-second/source', program, ...args]
  return promisify(execFile)(process.execPath, command, { env: { ...process.env, ...env } }).then(
    output => ({ code: 0, ...output }),
    (error: Outcome) => error,
  )
}

test('behaviour: a service with a salt says how its escrow is deployed, and then opens and settles in that one alone', async () => {
  const salt: Hex = `0x${randomBytes(32).toString('hex')}`
  const escrow = escrowAddress(meterEscrowCreationCodeHash, salt)
  const operator = await newOperator()
  const env = { OPERATOR_KEY: operator.key }
  const args = [...argsOf(), '--escrow-salt', salt]
  const finding = async (check: string) => {
    const { stdout } = await run(
      BACKEND_PROGRAM,
      ['doctor', '--json', '--data', join(folder, 'data'), ...args],
      env,
    )
    const findings: { check: string }[] = JSON.parse(stdout).data
    return findings.find(each => each.check === check)
  }

  const options = `--chain ${EMBEDDED_CHAIN_ID} --mode test --salt ${salt} --token ${testAusdAddress}`
  const todo = `Check --rpc-url, --chain-id, --token, --escrow-salt. If all of them are right, deploy it: npm run deploy -w @per-second/contracts -- --rpc-url URL ${options}`
  expect(await finding('test chain')).toEqual({
    ...{ check: 'test chain', state: 'failure', todo },
    found: `there is no escrow at ${escrow} (operator ${operator.address})`,
  })
  const refused = await run(BACKEND_PROGRAM, ['--port', '0', '--data', join(folder, 'data'), ...args], env)
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(
    `The chain of test mode cannot be used: there is no escrow at ${escrow}. ${todo}`,
  )

  const deployer = await newOperator()
  const where = ['--rpc-url', chain.url, '--out', join(folder, 'out.json')]
  const deployed = await run(DEPLOY, [...where, ...options.split(' ')], {
    DEPLOYER_PRIVATE_KEY: deployer.key,
  })
  expect(deployed).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('deployed now: MeterEscrow'),
  })
  expect(await finding('test escrow')).toEqual({
    ...{ check: 'test escrow', state: 'ok', todo: null },
    found: `${escrow}, our code with the salt ${salt}`,
  })

  const service = await startBackend<RealServiceLine>({ args, env })
  try {
    const merchant = merchantServerOn(service, await makeMerchant('--data', service.folder))
    const subscriber = createSubscriber(service)
    await chain.mint(subscriber.account.address, 10_000_000n)
    const session = await merchant.session(await merchant.product({ rate_usd_per_second: '0.001' }))
    const answer = await createCaller(service.url, null)<Chain>(
      'GET',
      `/v1/client/checkout/sessions/${session.id}/chain`,
    )
    expect(answer.body).toMatchObject({ escrow, escrow_salt: salt })

    const { id, terms } = await subscriber.subscribe(session, 3_600)
    expect(await held(escrow)).toBe(3_600_000n)
    const shared = await run(
      BACKEND_PROGRAM,
      ['doctor', '--json', '--data', service.folder, ...argsOf()],
      env,
    )
    const keys = (JSON.parse(shared.stdout).data as { check: string; todo: string }[]).find(
      ({ check }) => check === 'operator keys',
    )
    expect([shared.code, keys?.todo]).toEqual([
      1,
      expect.stringContaining(`Open meters of test mode are not in the escrow ${testEscrowAddress}`),
    ])
    const statement = await merchant.call<Statement>('GET', `/v1/subscriptions/${id}/statement`)
    expect(statement.body).toMatchObject({
      ...{ escrow, terms: termsToWire(terms) },
      meter: meterDigest(terms, { chainId: EMBEDDED_CHAIN_ID, escrow }),
    })
    const canceled = await merchant.act(id, 'cancel')
    const charged = BigInt(canceled.billed_seconds) * 1_000n
    expect(canceled.status).toBe('canceled')
    expect(await held(subscriber.account.address)).toBe(10_000_000n - charged)
    expect([await held(escrow), await held(testEscrowAddress)]).toEqual([0n, 0n])
  } finally {
    await service.remove()
  }
})

test('error: a salt and another escrow stop the start with one sentence', async () => {
  const salt: Hex = `0x${'5e'.repeat(32)}`
  const { code, stderr } = await run(
    BACKEND_PROGRAM,
    ['--data', join(folder, 'other'), ...argsOf(), '--escrow', testEscrowAddress, '--escrow-salt', salt],
    {
      OPERATOR_KEY: generatePrivateKey(),
    },
  )
  expect(code).toBe(2)
  expect(stderr).toContain(
    `--escrow-salt gives the escrow ${escrowAddress(meterEscrowCreationCodeHash, salt)}, and --escrow names ${testEscrowAddress}: leave out the one that is wrong.`,
  )
})
