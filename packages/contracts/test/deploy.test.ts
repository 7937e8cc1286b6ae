import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { getCreate2Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type LocalChain, startLocalChain } from '../scripts/local-chain.ts'
import { runDeploy } from '../scripts/run-deploy.ts'
import {
  create2DeployerAddress,
  liveEscrowAddress,
  liveEscrowSalt,
  testAusdAddress,
  testEscrowAddress,
  testEscrowSalt,
} from '../src/generated/addresses.ts'
import { meterEscrowBytecode } from '../src/generated/bytecode.ts'

const SCRIPT = resolve(import.meta.dirname, '../scripts/deploy.ts')
const DEPLOYMENTS = resolve(import.meta.dirname, '../deployments')
const KEY = generatePrivateKey()

let chain: LocalChain
let folder: string
let untouched: Hex
beforeAll(async () => {
  chain = await startLocalChain()
  await chain.client.setBalance({ address: privateKeyToAddress(KEY), value: 10n ** 18n })
})
afterAll(() => chain?.stop())
beforeEach(async () => {
  untouched = await chain.client.snapshot()
  folder = mkdtempSync(join(tmpdir(), 'per-second-deploy-'))
})
afterEach(async () => {
  await chain.client.revert({ id: untouched })
  rmSync(folder, { recursive: true })
})

type Outcome = { code: number; stdout: string; stderr: string }

const toOut = () => ['--out', join(folder, 'out.json')]

async function deploy(
  args: string[],
  { key = KEY, out = toOut() }: { key?: string; out?: string[] } = {},
): Promise<Outcome> {
  const outcome = { code: 0, stdout: '', stderr: '' }
  outcome.code = await runDeploy([...out, ...args], {
    env: { DEPLOYER_PRIVATE_KEY: key },
    print: text => {
      outcome.stdout += text
    },
    complain: text => {
      outcome.stderr += text
    },
  })
  expect(outcome.stdout + outcome.stderr).not.toContain(KEY.slice(2))
  return outcome
}

const here = () => ['--rpc-url', chain.rpcUrl, '--chain', `${chain.chainId}`]

test('the program passes its arguments and its key on, prints what the command prints, and exits with its code', async () => {
  const run = (key: string) =>
    promisify(execFile)(
      process.execPath,
      ['--conditions=@per-second/source', SCRIPT, ...toOut(), ...here(), '--test-token'],
      { env: { ...process.env, DEPLOYER_PRIVATE_KEY: key } },
    ).then(
      output => ({ code: 0, ...output }),
      ({ code, stdout, stderr }: Outcome) => ({ code, stdout, stderr }),
    )
  const [deployed, refused] = await Promise.all([run(KEY), run('')])
  expect([deployed.code, deployed.stderr]).toEqual([0, ''])
  expect(deployed.stdout).toContain(`"escrow": "${testEscrowAddress}"`)
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toContain('DEPLOYER_PRIVATE_KEY must hold a private key')
})

test('deploys escrow and test AUSD at their addresses, once', async () => {
  const first = await deploy([...here(), '--test-token'])
  expect(first.stderr).toBe('')
  expect(first.stdout).toContain('deployed now: TestAusd, MeterEscrow')
  const stored = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'))
  expect(stored).toEqual({
    chainId: chain.chainId,
    mode: 'test',
    escrow: testEscrowAddress,
    salt: testEscrowSalt,
    token: testAusdAddress,
    tokenDomainSeparator: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  })
  expect(await chain.client.getCode({ address: testEscrowAddress })).toBeDefined()
  const blocks = await chain.client.getBlockNumber()
  expect((await deploy([...here(), '--test-token'])).stdout).toContain('all of it was there')
  expect(await chain.client.getBlockNumber()).toBe(blocks)
  const live = await deploy([...here(), '--mode', 'live', '--token', testAusdAddress])
  expect(live.stdout).toContain('deployed now: MeterEscrow')
  expect(await chain.client.getCode({ address: liveEscrowAddress })).toBeDefined()
})

test("deploys an escrow of a service's own with another salt", async () => {
  const salt: Hex = `0x${'5e'.repeat(32)}`
  const { stderr, stdout } = await deploy([...here(), '--test-token', '--salt', salt])
  expect(stderr).toBe('')
  const stored = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'))
  const own = getCreate2Address({ from: create2DeployerAddress, salt, bytecode: meterEscrowBytecode })
  expect(stored).toMatchObject({ mode: 'test', escrow: own, salt })
  expect(stdout).toContain('deployed now: TestAusd, MeterEscrow')
  expect(await chain.client.getCode({ address: own })).toBeDefined()
  expect(await chain.client.getCode({ address: testEscrowAddress })).toBeUndefined()
})

test('keeps each salt’s deployment in a file with the whole salt in its name', async () => {
  const salt = `${'5e'.repeat(16)}${'Ab'.repeat(16)}`
  const other = `${'5e'.repeat(16)}${'cd'.repeat(16)}`
  const names = [salt.toLowerCase(), other].map(each => `${chain.chainId}-test-${each}.json`)
  onTestFinished(() => {
    for (const name of names) rmSync(join(DEPLOYMENTS, name), { force: true })
  })
  const before = existsSync(DEPLOYMENTS) ? readdirSync(DEPLOYMENTS) : []
  for (const each of [salt, salt.toLowerCase(), other]) {
    const { stderr } = await deploy([...here(), '--test-token', '--salt', `0x${each}`], { out: [] })
    expect(stderr).toBe('')
  }
  expect(readdirSync(DEPLOYMENTS).sort()).toEqual([...before, ...names].sort())
  const salts = names.map(name => JSON.parse(readFileSync(join(DEPLOYMENTS, name), 'utf8')).salt)
  expect(salts).toEqual([`0x${salt.toLowerCase()}`, `0x${other}`])
})

test('prints the addresses also when they cannot be written', async () => {
  const { code, stdout, stderr } = await deploy([...here(), '--test-token'], { out: ['--out', folder] })
  expect(stdout).toContain(`"escrow": "${testEscrowAddress}"`)
  expect(stdout).toContain('deployed now: TestAusd, MeterEscrow')
  expect(stderr).toContain(folder)
  expect(code).toBe(1)
})

test.each([
  [
    'another chain',
    () => ['--rpc-url', chain.rpcUrl, '--chain', '1', '--mode', 'live'],
    'wrong_chain: the RPC serves chain 31337, not 1',
  ],
  ['no token there', () => [...here(), '--token', liveEscrowAddress], `token_missing: there is no token at`],
  ['no AUSD there', () => [...here(), '--token', create2DeployerAddress], 'wrong_token: DOMAIN_SEPARATOR of'],
  [
    'the test token in live mode',
    () => [...here(), '--mode', 'live', '--test-token'],
    'token_missing: live mode',
  ],
  [
    'test mode where money is real',
    () => ['--rpc-url', chain.rpcUrl, '--chain', '43114', '--salt', `0x${'5e'.repeat(32)}`],
    'money is real on Avalanche, and pages accept no test session there: --mode live is needed',
  ],
  [
    'the test token where money is real',
    () => ['--rpc-url', chain.rpcUrl, '--chain', '43114', '--test-token'],
    'money is real on Avalanche',
  ],
  [
    'two tokens',
    () => [...here(), '--token', testAusdAddress, '--test-token'],
    '--token names a token and --test-token deploys one: leave one of them out',
  ],
  ['an unknown chain without a token', () => here(), 'name its AUSD with --token'],
  ['half a salt', () => [...here(), '--salt', '0x5e'], '--salt needs 32 bytes'],
  [
    'the salt of the other mode',
    () => [...here(), '--test-token', '--salt', liveEscrowSalt.toUpperCase().replace('0X', '0x')],
    '--salt is that of the other mode',
  ],
  ['no URL', () => ['--chain', '1'], '--rpc-url needs a URL that begins with http:// or https://'],
  [
    'a URL without a scheme',
    () => ['--rpc-url', 'localhost:8545', '--chain', '1'],
    '--rpc-url needs a URL that begins with http:// or https://',
  ],
  [
    'an RPC that is down',
    () => ['--rpc-url', 'http://127.0.0.1:9', '--chain', '1', '--mode', 'live'],
    'the RPC failed',
  ],
])('refuses %s and sends nothing', async (_, args, message) => {
  const { code, stderr } = await deploy(args())
  expect(stderr).toContain(message)
  expect(code).toBe(1)
  expect(await chain.client.getBlockNumber()).toBe(0n)
})

test.each(['', '0x12', `${KEY}00`])('refuses a missing or malformed key without repeating it', async key => {
  const { code, stderr } = await deploy([...here(), '--test-token'], { key })
  expect(stderr).toContain('DEPLOYER_PRIVATE_KEY must hold a private key')
  expect(code).toBe(1)
})

test.each([0n, 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n, 2n ** 256n - 1n])(
  'refuses the key %s, which is outside the curve, without repeating it',
  async number => {
    const digits = number.toString(16).padStart(64, '0')
    const { code, stdout, stderr } = await deploy([...here(), '--test-token'], { key: `0x${digits}` })
    expect(stderr.split('\n')[0]).toBe('DEPLOYER_PRIVATE_KEY is outside the curve: it is no private key')
    expect(stdout + stderr).not.toContain(digits)
    expect(code).toBe(1)
  },
)

test('says when the chain has no CREATE2 deployer', async () => {
  await chain.client.setCode({ address: create2DeployerAddress, bytecode: '0x' })
  const { code, stderr } = await deploy([...here(), '--test-token'])
  expect(stderr).toContain('no_create2_deployer')
  expect(code).toBe(1)
})
