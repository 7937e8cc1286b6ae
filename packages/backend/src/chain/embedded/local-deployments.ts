import {
  create2DeployerAddress,
  liveEscrowAddress,
  liveEscrowSalt,
  testAusdAddress,
  testAusdSalt,
  testEscrowAddress,
  testEscrowSalt,
} from '@per-second/contracts/addresses'
import type { Address, Hex } from '@per-second/protocol/types'

export type LocalDeployment = { address: Address; salt: Hex; contract: 'escrow' | 'token' }

/** The contracts of a local chain: the test token, and an escrow for each mode. */
export const LOCAL_DEPLOYMENTS: readonly LocalDeployment[] = [
  { address: testAusdAddress, salt: testAusdSalt, contract: 'token' },
  { address: testEscrowAddress, salt: testEscrowSalt, contract: 'escrow' },
  { address: liveEscrowAddress, salt: liveEscrowSalt, contract: 'escrow' },
]

/** Enough for either contract: 200 gas a byte of code, and its creation. */
export const DEPLOY_GAS = 5_000_000n

/** The call that puts a contract at its constant address (docs/money.md, rule 5). */
export async function deploymentCall({
  salt,
  contract,
}: LocalDeployment): Promise<{ to: Address; data: Hex }> {
  const { meterEscrowBytecode, testAusdBytecode } = await import('@per-second/contracts/bytecode')
  const initCode = contract === 'escrow' ? meterEscrowBytecode : testAusdBytecode
  return { to: create2DeployerAddress, data: `0x${salt.slice(2)}${initCode.slice(2)}` }
}
