import { type Address, concat, type Hex, type PublicClient } from 'viem'
import { create2DeployerAddress } from '../src/generated/addresses.ts'

/** A contract that CREATE2 deploys. Only `salt`, code and deployer decide `address`. */
export type Deployment = { name: string; address: Address; salt: Hex; initCode: Hex }

/** Sends a call and resolves when it is in a block. */
export type SendCall = (call: { to: Address; data: Hex }) => Promise<unknown>

/** The reason why no contract was deployed, or why a contract on the chain is not ours. */
export class DeployError extends Error {
  readonly code: 'no_create2_deployer' | 'not_deployed' | 'wrong_chain' | 'wrong_token' | 'token_missing'

  constructor(code: DeployError['code'], message: string) {
    super(message)
    this.name = 'DeployError'
    this.code = code
  }
}

/**
 * Puts the code at its address through the keyless CREATE2 deployer, unless it is there already. Only this code can
 * have created the contract at its CREATE2 address, so no comparison is needed.
 *
 * @returns whether it was deployed now.
 * @throws {DeployError} when the chain lacks the deployer, or the code is not there afterwards.
 */
export async function deployCode(
  client: Pick<PublicClient, 'getCode'>,
  send: SendCall,
  { name, address, salt, initCode }: Deployment,
): Promise<boolean> {
  if (await hasCode(client, address)) return false
  if (!(await hasCode(client, create2DeployerAddress)))
    throw new DeployError(
      'no_create2_deployer',
      `this chain has no CREATE2 deployer at ${create2DeployerAddress}`,
    )
  await send({ to: create2DeployerAddress, data: concat([salt, initCode]) })
  if (!(await hasCode(client, address)))
    throw new DeployError('not_deployed', `${name} is not at ${address} after its transaction`)
  return true
}

async function hasCode(client: Pick<PublicClient, 'getCode'>, address: Address): Promise<boolean> {
  return (await client.getCode({ address })) !== undefined
}
