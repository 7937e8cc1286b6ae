import { setTimeout as delay } from 'node:timers/promises'
import { isEscrowShort } from '../actions/short-escrow.ts'
import type { Chain } from '../chain/chain.ts'
import { ChainError } from '../chain/chain-error.ts'
import { ApiError } from '../domain/api-error.ts'
import { MODES } from '../domain/entities.ts'
import type { Deps } from '../routes/deps.ts'
import { StorageError } from '../storage/storage-error.ts'
import { reuse } from './reuse.ts'

/** How long a chain may take to answer before the service calls itself not ready, in milliseconds of real time. */
const CHAIN_ANSWER_MILLIS = 2_000

/** How long an answer serves everybody else who asks, in milliseconds of real time: the page is open, and endpoints count questions. */
const PROBE_MILLIS = 1_000

type ReadinessDeps = Pick<Deps, 'storage' | 'operators' | 'clockSkewMillis'>

/** How far this machine's clock may be from the time of the service's database, in milliseconds. */
const MOST_SKEW_MILLIS = 1_000

/**
 * Checks the database and the chains, at most once a second for any number of callers. It writes to the database,
 * compares its clock with this machine's, calls the chain of every configured mode, and checks the needs of its escrow.
 *
 * @returns a check that throws `ApiError` `internal_error` or `chain_unavailable`, both with 503
 */
export function createReadiness(deps: ReadinessDeps): () => Promise<void> {
  return reuse(() => refuseUnlessReady(deps), PROBE_MILLIS)
}

async function refuseUnlessReady({ storage, operators, clockSkewMillis }: ReadinessDeps): Promise<void> {
  try {
    // A full disk can often still be read but not written: only a write proves that it has room.
    await storage.unitOfWork(tx => tx.settings.set('ready', String(Date.now())))
  } catch (cause) {
    const isFull = cause instanceof StorageError && cause.code === 'unwritable'
    const message = isFull
      ? `${cause.message} Make room: the service goes on by itself.`
      : 'The database does not answer.'
    throw new ApiError('internal_error', message, { status: 503, cause })
  }
  const skew = clockSkewMillis()
  if (Math.abs(skew) > MOST_SKEW_MILLIS) {
    throw new ApiError(
      'internal_error',
      `This machine's clock and the database's differ by ${(Math.abs(skew) / 1000).toFixed(1)} s. Set both by NTP.`,
      { status: 503 },
    )
  }
  const chains = Object.values(operators).flatMap(({ current }) => current ?? [])
  const withoutGas = await Promise.all(chains.map(lacksGas)).catch(cause => {
    const isRefusal =
      cause instanceof ChainError && (cause.code === 'refused' || cause.code === 'unsupported')
    const message = isRefusal ? `The chain cannot be used: ${cause.message}.` : 'The chain does not answer.'
    throw new ApiError('chain_unavailable', message, { cause })
  })
  const operator = withoutGas.find(each => each !== null)
  if (operator) {
    throw new ApiError(
      'chain_unavailable',
      `The operator ${operator} cannot pay for an opening: send it some of its chain's native coin.`,
    )
  }
  for (const mode of MODES) {
    const { current: chain } = operators[mode]
    if (!chain || !(await storage.read(tx => isEscrowShort(tx, mode)))) continue
    throw new ApiError(
      'chain_unavailable',
      `The escrow ${chain.facts.escrow} has less than its open meters need, and opens no more: read docs/runbook.md, EscrowShort.`,
    )
  }
}

/** @returns the operator, when it cannot pay for its next transactions. It throws when the chain does not respond */
async function lacksGas(chain: Chain): Promise<string | null> {
  const reading = Promise.all([chain.operatorGas(), chain.head()])
  const answer = await Promise.race([reading, delay(CHAIN_ANSWER_MILLIS, null, { ref: false })])
  if (answer === null) throw new Error('The chain took too long to answer.')
  const [{ balance, needed }] = answer
  return balance < needed ? chain.facts.operator : null
}
