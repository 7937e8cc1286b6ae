import { escrowAddress } from '@per-second/protocol/escrow-address'
import { AUSD_DOMAIN } from '@per-second/protocol/terms'
import {
  type Address,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  domainSeparator,
  type Hex,
  type PublicClient,
} from 'viem'
import * as addresses from '../src/generated/addresses.ts'
import { meterEscrowBytecode, testAusdBytecode } from '../src/generated/bytecode.ts'
import { testAusdAbi } from '../src/generated/test-ausd-abi.ts'
import { DeployError, type Deployment, deployCode, type SendCall } from './deploy-code.ts'

/** Test and live mode have an escrow each, so that the two never mix on one chain. */
export type Mode = 'test' | 'live'

/** The contracts that were found or deployed. `deployed` names those that this run deployed. */
export type EscrowDeployment = {
  chainId: number
  mode: Mode
  escrow: Address
  salt: Hex
  token: Address
  tokenDomainSeparator: Hex
  deployed: string[]
}

/** Of the escrows that services share. */
export const SHARED_SALTS: Record<Mode, Hex> = {
  test: addresses.testEscrowSalt,
  live: addresses.liveEscrowSalt,
}

const TEST_AUSD: Deployment = {
  name: 'TestAusd',
  address: addresses.testAusdAddress,
  salt: addresses.testAusdSalt,
  initCode: testAusdBytecode,
}

/**
 * Deploys the escrow of a mode, after making sure that the token is AUSD or behaves as it. Repeating it changes nothing.
 *
 * @param salt of a service's own escrow (the same code at another address). With null it is the mode's salt, which
 * services share.
 * @param token null deploys the worthless test AUSD and uses it. Live mode refuses null.
 * @throws {DeployError} when the chain or the token is not the named one, before any transaction is sent.
 */
export async function deployEscrow(
  client: PublicClient,
  send: SendCall,
  parameters: { chainId: number; mode: Mode; salt: Hex | null; token: Address | null },
): Promise<EscrowDeployment> {
  const { chainId, mode } = parameters
  const actual = await client.getChainId()
  if (actual !== chainId)
    throw new DeployError('wrong_chain', `the RPC serves chain ${actual}, not ${chainId}`)
  if (parameters.token === null && mode === 'live')
    throw new DeployError('token_missing', 'live mode needs a token; the test AUSD is worth nothing')
  const deployed: string[] = []
  const deploy = async (deployment: Deployment) => {
    if (await deployCode(client, send, deployment)) deployed.push(deployment.name)
  }
  if (parameters.token === null) await deploy(TEST_AUSD)
  const token = parameters.token ?? TEST_AUSD.address
  const tokenDomainSeparator = await verifyToken(client, chainId, token)
  const salt = parameters.salt ?? SHARED_SALTS[mode]
  const escrow = escrowAddress(addresses.meterEscrowCreationCodeHash, salt)
  await deploy({ name: 'MeterEscrow', address: escrow, salt, initCode: meterEscrowBytecode })
  return { chainId, mode, escrow, salt, token, tokenDomainSeparator, deployed }
}

/** A token whose domain is not AUSD's would refuse every signature the element asks for. */
async function verifyToken(client: PublicClient, chainId: number, token: Address): Promise<Hex> {
  if ((await client.getCode({ address: token })) === undefined)
    throw new DeployError('token_missing', `there is no token at ${token}`)
  const contract = { abi: testAusdAbi, address: token } as const
  const expected = domainSeparator({ domain: { ...AUSD_DOMAIN, chainId, verifyingContract: token } })
  const separator = await orNull(client.readContract({ ...contract, functionName: 'DOMAIN_SEPARATOR' }))
  if (separator !== expected)
    throw new DeployError(
      'wrong_token',
      `DOMAIN_SEPARATOR of ${token} is ${separator}, AUSD's is ${expected}`,
    )
  const decimals = await orNull(client.readContract({ ...contract, functionName: 'decimals' }))
  if (decimals !== 6) throw new DeployError('wrong_token', `${token} has ${decimals} decimals, AUSD has 6`)
  return separator
}

/** A contract without the function may respond with data that is no figure. */
async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ContractFunctionExecutionError && isAnswer(error.cause)) return null
    throw error
  }
}

/** The contract reverted or returned no data. Any other fault, such as an RPC endpoint that is down, is no response. */
function isAnswer(cause: unknown): boolean {
  return cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError
}
