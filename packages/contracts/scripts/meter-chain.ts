import {
  type EscrowLocation,
  type MeterTerms,
  meterDigest,
  openingTypedData,
  RECEIVE_WITH_AUTHORIZATION_TYPES,
} from '@per-second/protocol/terms'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  stringToHex,
  type TypedDataDefinition,
} from 'viem'
import {
  testAusdAddress,
  testAusdSalt,
  testEscrowAddress,
  testEscrowSalt,
} from '../src/generated/addresses.ts'
import { meterEscrowBytecode, testAusdBytecode } from '../src/generated/bytecode.ts'
import { meterEscrowAbi } from '../src/generated/meter-escrow-abi.ts'
import { testAusdAbi } from '../src/generated/test-ausd-abi.ts'
import { deployCode } from './deploy-code.ts'
import { type LocalChain, type LocalChainOptions, startLocalChain } from './local-chain.ts'

/** A local chain with the committed escrow and test AUSD on it. */
export type MeterChain = LocalChain & {
  escrow: Address
  token: Address
  operator: Address
  merchant: Address
  feeRecipient: Address
  /** Terms of 277 base units a second for an hour with a fee of 1 %, that can be opened for the next half hour. */
  terms(change: Pick<MeterTerms, 'payer'> & Partial<MeterTerms>): Promise<MeterTerms>
  /** The typed data that the payer of these terms signs. */
  typedData(
    terms: MeterTerms,
  ): TypedDataDefinition<typeof RECEIVE_WITH_AUTHORIZATION_TYPES, 'ReceiveWithAuthorization'>
  mint(to: Address, amount: bigint): Promise<unknown>
  balanceOf(account: Address): Promise<bigint>
  open(terms: MeterTerms, signature: Hex): ReturnType<LocalChain['send']>
  close(terms: MeterTerms, toSecond: number): ReturnType<LocalChain['send']>
  id(terms: MeterTerms): Hex
}

/** Addresses without zero bytes to speak of: they cost as much calldata as real ones do. */
const MERCHANT = addressOf('merchant')
const FEE_RECIPIENT = addressOf('fee recipient')

/** See `LocalChainOptions`. */
export async function startMeterChain(options: LocalChainOptions = {}): Promise<MeterChain> {
  const chain = await startLocalChain(options)
  const { client, chainId, send } = chain
  const [operator = MERCHANT] = chain.accounts
  const location: EscrowLocation = { chainId, escrow: testEscrowAddress }
  const call = (to: Address, data: Hex) => send({ from: operator, to, data })
  const deploy = (name: string, address: Address, salt: Hex, initCode: Hex) =>
    deployCode(client, tx => call(tx.to, tx.data), { name, address, salt, initCode })
  await deploy('MeterEscrow', testEscrowAddress, testEscrowSalt, meterEscrowBytecode)
  await deploy('TestAusd', testAusdAddress, testAusdSalt, testAusdBytecode)
  return {
    ...chain,
    escrow: testEscrowAddress,
    token: testAusdAddress,
    operator,
    merchant: MERCHANT,
    feeRecipient: FEE_RECIPIENT,
    async terms(change) {
      const { timestamp } = await client.getBlock()
      const openBy = Number(timestamp) + 1800
      return {
        merchant: MERCHANT,
        operator,
        token: testAusdAddress,
        feeRecipient: FEE_RECIPIENT,
        feeBps: 100,
        ratePerSecond: 277n * 10n ** 12n,
        maxSeconds: 3600,
        stopGrace: 86_400,
        openBy,
        expiry: openBy + 3600 + 2_592_000,
        salt: keccak256(stringToHex('sub_1')),
        ...change,
      }
    },
    typedData(terms) {
      const { domain, message } = openingTypedData(terms, location)
      return {
        domain,
        types: RECEIVE_WITH_AUTHORIZATION_TYPES,
        primaryType: 'ReceiveWithAuthorization',
        message: {
          ...message,
          value: BigInt(message.value),
          validAfter: BigInt(message.validAfter),
          validBefore: BigInt(message.validBefore),
        },
      }
    },
    mint: (to, amount) =>
      call(
        testAusdAddress,
        encodeFunctionData({ abi: testAusdAbi, functionName: 'mint', args: [to, amount] }),
      ),
    balanceOf: account =>
      client.readContract({
        abi: testAusdAbi,
        address: testAusdAddress,
        functionName: 'balanceOf',
        args: [account],
      }),
    open: (terms, signature) =>
      call(
        testEscrowAddress,
        encodeFunctionData({ abi: meterEscrowAbi, functionName: 'open', args: [terms, signature] }),
      ),
    close: (terms, toSecond) =>
      call(
        testEscrowAddress,
        encodeFunctionData({ abi: meterEscrowAbi, functionName: 'close', args: [terms, toSecond] }),
      ),
    id: terms => meterDigest(terms, location),
  }
}

function addressOf(name: string): Address {
  return `0x${keccak256(stringToHex(name)).slice(-40)}`
}
