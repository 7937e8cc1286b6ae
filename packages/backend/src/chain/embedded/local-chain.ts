import {
  create2DeployerAddress,
  liveEscrowAddress,
  liveEscrowSalt,
  testAusdAddress,
  testAusdSalt,
  testEscrowAddress,
  testEscrowSalt,
} from '@per-second/contracts/addresses'
import { testAusdAbi } from '@per-second/contracts/test-ausd-abi'
import type { Address, Hex } from '@per-second/protocol/types'
import type { LocalChain } from '../chain.ts'
import { ChainError } from '../chain-error.ts'
import type { OperatorKey } from '../operator-key.ts'
import type { Sender, SenderChain } from '../sender/sender.ts'
import type { EmbeddedChain } from './embedded-chain.ts'

const MINT_GAS = 100_000n
/** One of the native coin, in wei. */
const GAS_MONEY = '0xde0b6b3a7640000'

type Alongside = NonNullable<Parameters<LocalChain['mint']>[2]>

export type LocalChainParameters = {
  embedded: EmbeddedChain
  sender: Sender
  operator: OperatorKey
}

/** The embedded chain's gifts, and its preparation. Every change goes through the journal. */
export type PreparedLocalChain = LocalChain & {
  /**
   * Replays transactions that a kill lost, puts the contracts in place where they are missing, then gives the chain the
   * clock's time. Before any other use.
   */
  prepare(): Promise<void>
}

export function createLocalChain({ embedded, sender, operator }: LocalChainParameters): PreparedLocalChain {
  const { rpc, chainId } = embedded

  const submit = async (
    purpose: string,
    request: { to: Address; data: Hex; gas: bigint },
    alongside: Alongside = async () => {},
  ): Promise<Hex> => {
    const row = await sender.submit(
      purpose,
      async nonce => {
        const { signTransaction } = await import('../sender/transaction-signer.ts')
        const signed = await signTransaction(operator, chainId, { ...request, nonce })
        return { ...signed, nonce, blockTimestamp: embedded.now() }
      },
      (transaction, { hash }) => alongside(transaction, hash),
    )
    // It is mined as soon as the chain has taken the bytes.
    const receipt = await rpc.request<{ status: Hex } | null>({
      method: 'eth_getTransactionReceipt',
      params: [row.hash],
    })
    if (receipt === null) throw new ChainError('unreachable', `the ${purpose} could not be sent yet`)
    if (receipt.status !== '0x1') throw new ChainError('rejected', `the ${purpose} was reverted`)
    return row.hash
  }

  const deployMissing = async () => {
    for (const deployment of LOCAL_DEPLOYMENTS) {
      const code = await rpc.request<Hex>({ method: 'eth_getCode', params: [deployment.address, 'latest'] })
      if (code === '0x') await submit('deploy', { ...(await deploymentCall(deployment)), gas: DEPLOY_GAS })
    }
  }

  return {
    prepare: async () => {
      await sender.recover()
      await deployMissing()
      await embedded.mine()
    },
    mint: async (to, amount, alongside) => {
      const { encodeFunctionData } = await import('viem/utils')
      const data = encodeFunctionData({ abi: testAusdAbi, functionName: 'mint', args: [to, amount] })
      return submit('mint', { to: testAusdAddress, data, gas: MINT_GAS }, alongside)
    },
    giveCoin: async to => {
      await rpc.request({ method: 'anvil_setBalance', params: [to, GAS_MONEY] })
    },
  }
}

/** How the sender reaches the embedded chain: without the check that needs the contracts it is about to deploy. */
export function embeddedSenderChain(embedded: EmbeddedChain, operator: Address): SenderChain {
  return {
    transactionCount: async () => {
      const question = { method: 'eth_getTransactionCount', params: [operator, 'latest'] }
      return Number(await embedded.rpc.request<Hex>(question))
    },
    send: transaction => embedded.send(operator, transaction),
    exclusively: embedded.exclusively,
    // Gas costs nothing there, and a transaction is mined as soon as it is sent.
    reprice: async () => null,
  }
}

type LocalDeployment = { address: Address; salt: Hex; contract: 'escrow' | 'token' }

/** The contracts of a local chain: the test token, and an escrow for each mode. */
export const LOCAL_DEPLOYMENTS: readonly LocalDeployment[] = [
  { address: testAusdAddress, salt: testAusdSalt, contract: 'token' },
  { address: testEscrowAddress, salt: testEscrowSalt, contract: 'escrow' },
  { address: liveEscrowAddress, salt: liveEscrowSalt, contract: 'escrow' },
]

/** Enough for either contract: 200 gas a byte of code, and its creation. */
const DEPLOY_GAS = 5_000_000n

/** The call that puts a contract at its constant address (docs/money.md, rule 5). */
export async function deploymentCall({
  salt,
  contract,
}: LocalDeployment): Promise<{ to: Address; data: Hex }> {
  const { meterEscrowBytecode, testAusdBytecode } = await import('@per-second/contracts/bytecode')
  const initCode = contract === 'escrow' ? meterEscrowBytecode : testAusdBytecode
  return { to: create2DeployerAddress, data: `0x${salt.slice(2)}${initCode.slice(2)}` }
}
