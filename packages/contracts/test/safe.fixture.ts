import { createRequire } from 'node:module'
import {
  type Abi,
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getCreate2Address,
  type Hex,
  keccak256,
  type PrivateKeyAccount,
  zeroAddress,
} from 'viem'

type Artifact = { abi: Abi; bytecode: Hex }

/** A Safe that may not be deployed yet: its address and how to deploy it follow from its owners. */
export type Safe = {
  address: Address
  factory: Address
  /** The call to the factory that puts the Safe at its address. Any account may send it. */
  factoryData: Hex
  /** All owners' signatures, as the Safe's fallback handler wants them over a digest. */
  sign(digest: Hex): Promise<Hex>
}

/** Deploys Safe's singleton, handler and factory from the published artifacts, and plans a Safe all of whose owners must sign. */
export async function planSafe(
  chain: { chainId: number; deploy(initCode: Hex): Promise<Address> },
  owners: readonly PrivateKeyAccount[],
): Promise<Safe> {
  const deploy = (name: string) => chain.deploy(artifact(name).bytecode)
  const singleton = await deploy('Safe.sol/Safe')
  const handler = await deploy('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler')
  const factory = await deploy('proxies/SafeProxyFactory.sol/SafeProxyFactory')
  const sorted = [...owners].sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
  const setup = encodeFunctionData({
    abi: artifact('Safe.sol/Safe').abi,
    functionName: 'setup',
    args: [
      sorted.map(owner => owner.address),
      BigInt(sorted.length),
      zeroAddress,
      '0x',
      handler,
      zeroAddress,
      0n,
      zeroAddress,
    ],
  })
  const address = getCreate2Address({
    from: factory,
    salt: keccak256(encodePacked(['bytes32', 'uint256'], [keccak256(setup), 0n])),
    bytecode: concat([
      artifact('proxies/SafeProxy.sol/SafeProxy').bytecode,
      encodeAbiParameters([{ type: 'address' }], [singleton]),
    ]),
  })
  return {
    address,
    factory,
    factoryData: encodeFunctionData({
      abi: artifact('proxies/SafeProxyFactory.sol/SafeProxyFactory').abi,
      functionName: 'createProxyWithNonce',
      args: [singleton, setup, 0n],
    }),
    async sign(digest) {
      const signatures = sorted.map(owner =>
        owner.signTypedData({
          domain: { chainId: chain.chainId, verifyingContract: address },
          types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
          primaryType: 'SafeMessage',
          message: { message: digest },
        }),
      )
      return concat(await Promise.all(signatures))
    },
  }
}

function artifact(name: string): Artifact {
  const path = `@safe-global/safe-smart-account/build/artifacts/contracts/${name}.json`
  return createRequire(import.meta.url)(path) as Artifact
}
