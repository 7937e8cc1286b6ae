import type { Chain } from '../chain/chain.ts'
import type { ChainError } from '../chain/chain-error.ts'
import type { Mode } from '../domain/entities.ts'
import { isSharedEscrow } from '../domain/shared-escrow.ts'
import { OPTION_NAMES } from '../options/chain-options.ts'

/** The command to type, or the options to check, when the chain of a mode cannot be used. */
export function chainRemedy(mode: Mode, { code }: ChainError, { facts }: Pick<Chain, 'facts'>): string {
  const { prefix } = OPTION_NAMES[mode]
  const check = (...options: string[]) => `Check ${options.map(option => prefix + option).join(', ')}.`
  if (code === 'unsupported') return check('rpc-url', 'confirmations')
  if (code !== 'rejected' && code !== 'escrow_missing') return check('rpc-url')
  const all = check('rpc-url', 'chain-id', 'token', facts.escrow_salt ? 'escrow-salt' : 'escrow')
  const isOurs = facts.escrow_salt || isSharedEscrow(mode, facts.escrow)
  if (code === 'rejected' || !isOurs) return all
  const salt = facts.escrow_salt ? ` --salt ${facts.escrow_salt}` : ''
  const where = `--rpc-url URL --chain ${facts.chain_id} --mode ${mode}${salt} --token ${facts.token.address}`
  return `${all} If all of them are right, deploy it: npm run deploy -w @per-second/contracts -- ${where}`
}
