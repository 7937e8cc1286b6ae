import type { Address } from '@per-second/protocol/types'
import { allOf, type Chain } from '../chain/chain.ts'
import { ApiError } from '../domain/api-error.ts'
import type { CheckoutSession, Mode, Scope } from '../domain/entities.ts'
import type { ScopedRepository, Transaction } from '../storage/storage.ts'
import type { Deps } from './deps.ts'

const MAX_ID_CHARACTERS = 60

/** An object of this scope. Foreign, other-mode and unknown ids look alike. @throws {ApiError} `resource_missing` */
export async function findOrRefuse<T extends Scope & { id: string }>(
  repository: Pick<ScopedRepository<T>, 'find'>,
  scope: Scope,
  { id, noun, param = 'id' }: { id: string; noun: string; param?: string },
): Promise<T> {
  const found = await repository.find(scope, id)
  if (found === null)
    throw missing(
      `${noun} ${shownId(id)} in ${scope.mode} mode. Check the id, and the mode of your key`,
      param,
    )
  return found
}

/** A session by its id alone: the id is the capability. @throws {ApiError} `resource_missing` */
export async function sessionOrRefuse(tx: Transaction, id: string): Promise<CheckoutSession> {
  const session = await tx.sessions.get(id)
  if (session === null) throw missing(`checkout session ${shownId(id)}. Check the id`, 'cs')
  return session
}

/** The chain of a mode as the operator of new meters reaches it. @throws {ApiError} `chain_unavailable` when the mode has none */
export function chainOrRefuse({ operators }: Pick<Deps, 'operators'>, mode: Mode): Chain {
  const { current } = operators[mode]
  if (current) return current
  throw new ApiError('chain_unavailable', `No chain is configured for ${mode} mode.`)
}

/**
 * The chain by an operator's key, either that of new meters or a retiring one, or null where this service has lost the
 * key.
 */
export function chainOfOperator(deps: Pick<Deps, 'operators'>, mode: Mode, operator: Address): Chain | null {
  chainOrRefuse(deps, mode)
  return (
    allOf(deps.operators[mode]).find(
      ({ facts }) => facts.operator.toLowerCase() === operator.toLowerCase(),
    ) ?? null
  )
}

/** Not a text of any length: an id has fewer characters. */
function shownId(id: string): string {
  return JSON.stringify(id.slice(0, MAX_ID_CHARACTERS))
}

function missing(what: string, param: string): ApiError {
  return new ApiError('resource_missing', `No ${what}.`, { param })
}
