import { usdFromBaseUnits } from '@per-second/protocol/money'
import { formatUnits } from 'viem/utils'
import type { Chain } from '../../chain/chain.ts'
import { ChainError } from '../../chain/chain-error.ts'
import { pageRefusal } from '../../chain/log/page-refusal.ts'
import type { BillingPolicy } from '../../domain/billing-policy.ts'
import type { Mode } from '../../domain/entities.ts'
import { isSharedEscrow } from '../../domain/shared-escrow.ts'
import { OPTION_NAMES } from '../../options/chain-options.ts'
import type { Storage } from '../../storage/storage.ts'
import { chainRemedy } from '../chain-remedy.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

/** In seconds. A newest block that is older is a chain that stands, or an endpoint that does. One that is further ahead is a wrong clock. */
const MOST_LAG = 120

/** The number of openings that the operator's balance should pay for. */
const COMFORTABLE_OPENINGS = 100n

/**
 * Checks the chain of a mode with one of its operators. Escrow and token must exist, the operator must have gas and the
 * only use of its key, and pages must accept the chain.
 *
 * @param where.storage null where the database cannot be read
 */
export async function checkChain(
  mode: Mode,
  chain: Chain,
  { storage, policy }: { storage: Storage | null; policy: BillingPolicy },
): Promise<Finding[]> {
  const name = `${mode} chain`
  const { operator } = chain.facts
  try {
    const head = await chain.head()
    const lag = Math.round(Date.now() / 1_000) - head.timestamp
    const found = `${chain.facts.name} (chain ${chain.facts.chain_id}), newest block ${head.number}`
    return [
      Math.abs(lag) > MOST_LAG
        ? warning(
            name,
            `${found}, ${lag > 0 ? `${lag} s old` : `${-lag} s ahead of this machine's clock`}`,
            'Compare the endpoint with a block explorer; set this machine’s clock by NTP.',
          )
        : ok(name, found),
      checkEscrow(mode, chain),
      await checkGas(mode, chain),
      await checkMeterCost(mode, chain, policy),
      ...(await checkDeployer(mode, chain)),
      ...(storage === null ? [] : [await checkNonce(mode, chain, storage)]),
      checkPages(mode, chain),
    ]
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    return [failure(name, `${error.message} (operator ${operator})`, chainRemedy(mode, error, chain))]
  }
}

/**
 * The source of the code at the escrow's address, if any: the address follows from the code and the salt
 * (docs/money.md, rule 5).
 */
function checkEscrow(mode: Mode, { facts: { escrow, escrow_salt } }: Chain): Finding {
  const name = `${mode} escrow`
  if (isSharedEscrow(mode, escrow)) return ok(name, `${escrow}, which services share in ${mode} mode`)
  if (escrow_salt) return ok(name, `${escrow}, our code with the salt ${escrow_salt}`)
  return warning(
    name,
    `${escrow}, an address that proves nothing of its code`,
    `If it is the escrow with a salt of your own, give the salt: ${OPTION_NAMES[mode].prefix}escrow-salt.`,
  )
}

async function checkGas(mode: Mode, chain: Chain): Promise<Finding> {
  const name = `${mode} operator`
  const { operator, native_currency: coin } = chain.facts
  const { balance, needed } = await chain.operatorGas()
  const openings = needed === 0n ? COMFORTABLE_OPENINGS : balance / needed
  const found = `${operator} pays for ${openings} openings at today's fees`
  const todo = `Send ${operator} some ${coin.symbol}.`
  if (openings === 0n) return failure(name, found, todo)
  return openings < COMFORTABLE_OPENINGS ? warning(name, found, todo) : ok(name, found)
}

/** The operator knows the price of the coin. The service asks no third party for it. */
async function checkMeterCost(mode: Mode, chain: Chain, { meterCost }: BillingPolicy): Promise<Finding> {
  const name = `${mode} meter cost`
  const { symbol, decimals } = chain.facts.native_currency
  const { meter } = await chain.operatorGas()
  const cost = `${formatUnits(meter, decimals)} ${symbol}`
  const found = `a meter costs ${cost} at today's gas price, opened to closed; --meter-cost is ${usdFromBaseUnits(meterCost)}`
  const todo = `Set --meter-cost to what ${cost} is in AUSD: 0 counts no gas, and payers can spend it for nothing.`
  return meterCost === 0n && meter > 0n
    ? warning(name, found, todo)
    : ok(name, `${found} AUSD, which should be the same`)
}

async function checkDeployer(mode: Mode, chain: Chain): Promise<Finding[]> {
  const gas = await chain.deployerGas()
  if (gas === null) return []
  const name = `${mode} deployer`
  const { symbol } = chain.facts.native_currency
  const found = `${gas.address} has gas for ${gas.needed === 0n ? 'any number of' : gas.balance / gas.needed} wallets at today's fees`
  return gas.balance >= gas.needed
    ? [ok(name, found)]
    : [
        warning(
          name,
          found,
          `Send ${gas.address} some ${symbol}: until then payers deploy their wallets themselves.`,
        ),
      ]
}

/** The chain's count of the operator's transactions, against the nonces of this database. */
async function checkNonce(mode: Mode, chain: Chain, storage: Storage): Promise<Finding> {
  const name = `${mode} nonce`
  const { chain_id, operator } = chain.facts
  const [counted, given] = await Promise.all([
    chain.transactionCount(),
    storage.read(tx => tx.transactions.nextNonce(chain_id, operator)),
  ])
  const found = `the chain has ${counted} transactions of the operator's, this database ${given}`
  if (counted <= given) return ok(name, found)
  return given === 0
    ? warning(
        name,
        found,
        'Fine if the key was used before this database was made. Never give two services one key.',
      )
    : failure(
        name,
        found,
        'Something else sends with this key, or this database is a backup: stop the other, or run `per-second restore`.',
      )
}

function checkPages(mode: Mode, { facts }: Chain): Finding {
  const { chain_id: chainId, token, escrow, escrow_salt: escrowSalt, rpc_urls: publicUrls } = facts
  const refusal = pageRefusal({ mode, chainId, token: token.address, escrow, escrowSalt })
  const name = `${mode} pages`
  if (refusal !== null) return warning(name, 'do not accept this chain as it is', refusal)
  if (publicUrls.length > 0) return ok(name, 'accept this chain')
  return warning(
    name,
    `know no public RPC endpoint of chain ${chainId}, so no page can add it to a wallet that lacks it`,
    `Name one: ${OPTION_NAMES[mode].prefix}public-rpc-url.`,
  )
}
