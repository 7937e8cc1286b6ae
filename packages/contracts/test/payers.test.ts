import {
  type Abi,
  type Address,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  serializeErc6492Signature,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { hashTypedData as hashNestedTypedData, wrapTypedDataSignature } from 'viem/experimental/erc7739'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MeterChain, startMeterChain } from '../scripts/meter-chain.ts'
import { compileStandardJson, failuresOf, REMAPPINGS, readSource } from '../scripts/solc.ts'
import { meterEscrowAbi } from '../src/generated/meter-escrow-abi.ts'
import { planSafe } from './safe.fixture.ts'

const DEPOSIT = 997_200n
const FUNDS = 10_000_000n
const WALLETS = 'test/mocks/Erc7739Wallets.sol'

let chain: MeterChain
let owner: PrivateKeyAccount
beforeAll(async () => {
  chain = await startMeterChain()
})
afterAll(() => chain.stop())
beforeEach(() => {
  owner = privateKeyToAccount(generatePrivateKey())
})

const planned = (owners: readonly PrivateKeyAccount[]) =>
  planSafe({ chainId: chain.chainId, deploy: code => deploy([], code, []) }, owners)

async function fund(account: Address): Promise<Address> {
  await chain.mint(account, FUNDS)
  return account
}

/** Opens, and closes at zero seconds: the deposit goes there and back. */
async function expectOpensAndRefunds(payer: Address, sign: (digest: Hex) => Promise<Hex>): Promise<void> {
  const terms = await chain.terms({ payer: await fund(payer) })
  await chain.open(terms, await sign(hashTypedData(chain.typedData(terms))))
  expect(await chain.balanceOf(payer)).toBe(FUNDS - DEPOSIT)
  await chain.close(terms, 0)
  expect(await chain.balanceOf(payer)).toBe(FUNDS)
}

/** Whether an opening would succeed, without sending it. */
async function canOpen(payer: Address, sign: (digest: Hex) => Promise<Hex>): Promise<boolean> {
  const terms = await chain.terms({ payer: await fund(payer) })
  const signature = await sign(hashTypedData(chain.typedData(terms)))
  const call = { account: chain.operator, address: chain.escrow, abi: meterEscrowAbi } as const
  return chain.client.simulateContract({ ...call, functionName: 'open', args: [terms, signature] }).then(
    () => true,
    () => false,
  )
}

test('a plain key', async () => {
  await expectOpensAndRefunds(owner.address, hash => owner.sign({ hash }))
})

test('a Safe of two owners, who both must sign', async () => {
  const second = privateKeyToAccount(generatePrivateKey())
  const safe = await planned([owner, second])
  await chain.send({ from: chain.operator, to: safe.factory, data: safe.factoryData })
  await expectOpensAndRefunds(safe.address, safe.sign)
  const oneOwner = async (digest: Hex): Promise<Hex> => (await safe.sign(digest)).slice(0, 132) as Hex
  expect(await canOpen(safe.address, oneOwner)).toBe(false)
})

test('a Safe stops by signature, so that stopping costs it no gas', async () => {
  const safe = await planned([owner])
  await chain.send({ from: chain.operator, to: safe.factory, data: safe.factoryData })
  const terms = await chain.terms({ payer: await fund(safe.address) })
  await chain.open(terms, await safe.sign(hashTypedData(chain.typedData(terms))))
  const signature = await safe.sign(
    hashTypedData({
      domain: { name: 'MeterEscrow', version: '1', chainId: chain.chainId, verifyingContract: chain.escrow },
      types: { Stop: [{ name: 'meter', type: 'bytes32' }] },
      primaryType: 'Stop',
      message: { meter: chain.id(terms) },
    }),
  )
  const [, stranger] = chain.accounts
  const data = encodeFunctionData({
    abi: meterEscrowAbi,
    functionName: 'stopBySig',
    args: [terms, signature],
  })
  await chain.send({ from: stranger as Address, to: chain.escrow, data })
  const meter = {
    abi: meterEscrowAbi,
    address: chain.escrow,
    functionName: 'state',
    args: [chain.id(terms)],
  } as const
  expect((await chain.client.readContract(meter)).stoppedAt).not.toBe(0)
})

test('an undeployed Safe can pay once a stranger, not the operator, has deployed it, and ERC-6492 is not unwrapped', async () => {
  const safe = await planned([owner])
  expect(await canOpen(safe.address, safe.sign)).toBe(false)
  const wrapped = async (digest: Hex) =>
    serializeErc6492Signature({
      address: safe.factory,
      data: safe.factoryData,
      signature: await safe.sign(digest),
    })
  expect(await canOpen(safe.address, wrapped)).toBe(false)
  const [, stranger] = chain.accounts
  await chain.send({ from: stranger as Address, to: safe.factory, data: safe.factoryData })
  expect(await canOpen(safe.address, wrapped)).toBe(false)
  expect(await canOpen(safe.address, safe.sign)).toBe(true)
})

test("OpenZeppelin's smart account with nested signatures (ERC-7739)", async () => {
  const { abi, bytecode } = compileWallet('Erc7739Wallet')
  const wallet = await deploy(abi, bytecode, [owner.address])
  const terms = await chain.terms({ payer: await fund(wallet) })
  const { domain = {}, types, primaryType, message } = chain.typedData(terms)
  const verifierDomain = { ...(await domainOf(wallet)), salt: `0x${'0'.repeat(64)}` } as const
  const hash = hashNestedTypedData({ domain, types, primaryType, message, verifierDomain })
  const signature = await owner.sign({ hash })
  await chain.open(terms, wrapTypedDataSignature({ domain, types, primaryType, message, signature }))
  expect(await chain.balanceOf(wallet)).toBe(FUNDS - DEPOSIT)
  expect(await canOpen(wallet, hash => owner.sign({ hash }))).toBe(false)
})

test('an EIP-7702 account signs with its own key, though its code would refuse that signature', async () => {
  const { abi, bytecode } = compileWallet('Erc7739Delegate')
  const delegate = await deploy(abi, bytecode, [])
  const { client } = chain
  const authorization = await client.signAuthorization({ account: owner, contractAddress: delegate })
  const hash = await client.sendTransaction({
    account: chain.operator,
    to: owner.address,
    authorizationList: [authorization],
  })
  await chain.receipt(hash)
  const transaction = await client.getTransaction({ hash })
  expect(transaction.type).toBe('eip7702')
  expect(await client.getCode({ address: owner.address })).toBe(`0xef0100${delegate.slice(2).toLowerCase()}`)
  await expectOpensAndRefunds(owner.address, digest => owner.sign({ hash: digest }))
})

async function domainOf(wallet: Address) {
  const { domain } = await chain.client.getEip712Domain({ address: wallet })
  return domain
}

async function deploy(abi: Abi, bytecode: Hex, args: readonly unknown[]): Promise<Address> {
  const hash = await chain.client.deployContract({ abi, bytecode, args, account: chain.operator })
  const { contractAddress } = await chain.receipt(hash)
  if (!contractAddress) throw new Error('the wallet was not deployed')
  return contractAddress
}

function compileWallet(name: string): { abi: Abi; bytecode: Hex } {
  const output = compileStandardJson<{
    contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
  }>({
    sources: { [WALLETS]: { content: readSource(WALLETS) } },
    settings: {
      remappings: REMAPPINGS,
      evmVersion: 'cancun',
      outputSelection: { [WALLETS]: { [name]: ['abi', 'evm.bytecode.object'] } },
    },
  })
  const [failure] = failuresOf(output)
  if (failure !== undefined) throw new Error(failure.formattedMessage)
  const contract = output.contracts[WALLETS]?.[name]
  if (contract === undefined) throw new Error(`${WALLETS} holds no ${name}`)
  return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }
}
