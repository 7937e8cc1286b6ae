import type { MeterTerms } from '@per-second/protocol/terms'
import { type Address, encodeFunctionData, type Hex, keccak256, parseEventLogs, stringToHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { create2DeployerAddress, liveEscrowSalt } from '../src/generated/addresses.ts'
import { meterEscrowBytecode } from '../src/generated/bytecode.ts'
import { meterEscrowAbi } from '../src/generated/meter-escrow-abi.ts'
import { type MeterChain, startMeterChain } from './meter-chain.ts'

/**
 * Gas by operation: the whole transaction as its receipt has it, intrinsic gas and calldata included. `session_batch_50` is a
 * meter's opening and its close, with the last settlement, fee and refund, each in a batch of 50.
 */
export type GasFigures = Record<GasOperation, number>

export type GasOperation =
  | 'open'
  | 'open_batch_10_per_item'
  | 'open_batch_50_per_item'
  | 'settle'
  | 'settle_by_sig'
  | 'settle_batch_10_per_item'
  | 'settle_batch_50_per_item'
  | 'settle_batch_200_per_item'
  | 'close_with_refund'
  | 'close_batch_50_per_item'
  | 'session_batch_50'
  | 'close_full_refund'
  | 'stop'
  | 'stop_by_sig'
  | 'reclaim'
  | 'deploy'

const METERS = 205
const GAS_PER_ITEM = 200_000n
const FUNDS = 10_000_000n

/**
 * Runs every operation of the committed escrow with the test AUSD on a chain of its own. It measures the steady state:
 * recipients hold tokens already and have full addresses, and the escrow has held a deposit before. Keys and the first
 * block's time are fixed, so figures repeat except for the zero bytes of timestamps and signatures, 12 gas each.
 */
export async function measureGas(): Promise<GasFigures> {
  const chain = await startMeterChain({ timestamp: 1_800_000_000 })
  try {
    return await measure(chain)
  } finally {
    await chain.stop()
  }
}

async function measure(chain: MeterChain): Promise<GasFigures> {
  const { operator, escrow, client } = chain
  const data = create2Data()
  const deploy = await chain.send({ from: operator, to: create2DeployerAddress, data })
  await chain.mint(chain.merchant, 1n)
  await chain.mint(chain.feeRecipient, 1n)
  const payers = Array.from({ length: METERS }, (_, index) =>
    privateKeyToAccount(keccak256(stringToHex(`${index}`))),
  )

  const gasOf = async (functionName: string, args: readonly unknown[], from: Address = operator) => {
    const call = { abi: meterEscrowAbi, functionName, args } as Parameters<typeof encodeFunctionData>[0]
    const { gasUsed, logs } = await chain.send({ from, to: escrow, data: encodeFunctionData(call) })
    const skipped = parseEventLogs({ abi: meterEscrowAbi, logs, eventName: 'Skipped' })
    if (skipped.length > 0) throw new Error(`${functionName} left out ${skipped.length} items`)
    return Number(gasUsed)
  }
  const meters: MeterTerms[] = []
  const openings: number[] = []
  for (const payer of payers) {
    await chain.mint(payer.address, FUNDS)
    const terms = await chain.terms({
      payer: payer.address,
      salt: keccak256(stringToHex(`sub_${meters.length}`)),
    })
    openings.push(await gasOf('open', [terms, await payer.signTypedData(chain.typedData(terms))]))
    meters.push(terms)
  }
  const unopened = async (prefix: string, count: number) => {
    const signed = await Promise.all(
      payers.slice(0, count).map(async (payer, index) => {
        const salt = keccak256(stringToHex(`${prefix}_${index}`))
        const terms = await chain.terms({ payer: payer.address, salt })
        return { terms, signature: await payer.signTypedData(chain.typedData(terms)) }
      }),
    )
    return [signed.map(({ terms }) => terms), signed.map(({ signature }) => signature), GAS_PER_ITEM]
  }
  const openBatchOf = async (count: number) =>
    Math.round((await gasOf('openBatch', await unopened(`batch_${count}`, count))) / count)
  const batches = { ten: await openBatchOf(10), fifty: await openBatchOf(50) }
  await client.increaseTime({ seconds: 3000 })

  const [first, second, third, fourth, fifth, ...rest] = meters as [
    MeterTerms,
    MeterTerms,
    MeterTerms,
    MeterTerms,
    MeterTerms,
  ]
  const perItem = async (functionName: string, count: number, toSecond: number) => {
    const items = (rest as MeterTerms[]).slice(0, count)
    return Math.round((await gasOf(functionName, [items, items.map(() => toSecond)])) / count)
  }
  const figures = {
    open: Math.max(...openings.slice(1)),
    open_batch_10_per_item: batches.ten,
    open_batch_50_per_item: batches.fifty,
    settle: await gasOf('settle', [first, 866]),
    settle_by_sig: await gasOf('settleBySig', [fifth, 866, await signStatement(chain, fifth, 866)]),
    settle_batch_10_per_item: await perItem('settleBatch', 10, 866),
    settle_batch_50_per_item: await perItem('settleBatch', 50, 1066),
    settle_batch_200_per_item: await perItem('settleBatch', 200, 1266),
    close_with_refund: await gasOf('close', [first, 1500]),
    close_batch_50_per_item: await perItem('closeBatch', 50, 1500),
    close_full_refund: await gasOf('close', [second, 0]),
    stop: await stopAsPayer(chain, third, payers[2] as PrivateKeyAccount),
    stop_by_sig: await gasOf('stopBySig', [
      fourth,
      await signStop(chain, fourth, payers[3] as PrivateKeyAccount),
    ]),
  }
  await client.increaseTime({ seconds: 90_000 })
  const session = figures.open_batch_50_per_item + figures.close_batch_50_per_item
  return {
    ...figures,
    session_batch_50: session,
    reclaim: await gasOf('reclaim', [third]),
    deploy: Number(deploy.gasUsed),
  }
}

/** The same code at the live address, to measure the gas of a deployment. */
function create2Data(): Hex {
  return `${liveEscrowSalt}${meterEscrowBytecode.slice(2)}`
}

async function stopAsPayer(chain: MeterChain, terms: MeterTerms, payer: PrivateKeyAccount): Promise<number> {
  await chain.client.setBalance({ address: payer.address, value: 10n ** 18n })
  const data = encodeFunctionData({ abi: meterEscrowAbi, functionName: 'stop', args: [terms] })
  const hash = await chain.client.sendTransaction({ account: payer, to: chain.escrow, data })
  return Number((await chain.receipt(hash)).gasUsed)
}

/** The operator is one of anvil's own accounts, which the node signs for. */
async function signStatement(chain: MeterChain, terms: MeterTerms, toSecond: number): Promise<Hex> {
  return chain.client.signTypedData({
    account: chain.operator,
    domain: { name: 'MeterEscrow', version: '1', chainId: chain.chainId, verifyingContract: chain.escrow },
    types: {
      Statement: [
        { name: 'meter', type: 'bytes32' },
        { name: 'toSecond', type: 'uint32' },
      ],
    },
    primaryType: 'Statement',
    message: { meter: chain.id(terms), toSecond },
  })
}

async function signStop(chain: MeterChain, terms: MeterTerms, payer: PrivateKeyAccount): Promise<Hex> {
  return payer.signTypedData({
    domain: { name: 'MeterEscrow', version: '1', chainId: chain.chainId, verifyingContract: chain.escrow },
    types: { Stop: [{ name: 'meter', type: 'bytes32' }] },
    primaryType: 'Stop',
    message: { meter: chain.id(terms) },
  })
}
