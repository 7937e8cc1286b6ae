import { toUnixSeconds } from '@per-second/protocol/time'
import { type Command, Option } from 'commander'
import { apiKeyName, findApiKey, issueKey, revokeApiKey, rotateApiKey } from '../actions/merchants.ts'
import type { Operation } from '../actions/operation.ts'
import { type ApiKey, MODES, type Mode } from '../domain/entities.ts'
import type { Environment } from '../options/option-table.ts'
import { wholeNumber } from '../options/parse-value.ts'
import { accessOf, addAccess, administer } from './admin-access.ts'
import { CommandFailure } from './command-failure.ts'
import type { Printer } from './print.ts'

const LONGEST_GRACE_SECONDS = 30 * 86_400

const COLUMNS = {
  ID: 'id',
  MERCHANT: 'merchant',
  MODE: 'mode',
  HINT: 'hint',
  CREATED: 'created',
  REVOKED: 'revoked_at',
}

/** `keys create | list | rotate | revoke`. */
export function addKeys(program: Command, environment: Environment, printer: Printer): void {
  const keys = program.command('keys').description('create, list, rotate and revoke secret API keys')

  const printNew = (
    command: Command,
    { secret, key }: { secret: string; key: ApiKey },
    more: Record<string, unknown> = {},
  ) => {
    if (accessOf(command).json) printer.json({ ...present(key), key: secret, ...more })
    else {
      printer.rows([present(key)], COLUMNS)
      printer.line(`\nKey  ${secret}\nIt is not shown again.`)
    }
  }

  addAccess(
    keys
      .command('create')
      .description('create a key')
      .optionsGroup('Key:')
      .requiredOption('--merchant <id>', 'the merchant’s id, mer_…')
      .addOption(new Option('--mode <mode>', 'what it opens').choices(MODES).makeOptionMandatory()),
  ).action(async (flags: { merchant: string; mode: Mode }, command: Command) => {
    const { secret, key } = await administer(command, environment, async operation => {
      await refuseUnknownMerchant(operation, flags.merchant)
      return issueKey(operation, flags.merchant, flags.mode)
    })
    printNew(command, { secret, key })
  })

  addAccess(
    keys
      .command('list')
      .description('list keys, never their secrets')
      .optionsGroup('Which keys:')
      .option('--merchant <id>', 'keys of this merchant only'),
  ).action(async (flags: { merchant?: string }, command: Command) => {
    const found = await administer(command, environment, async operation => {
      if (flags.merchant !== undefined) await refuseUnknownMerchant(operation, flags.merchant)
      return operation.tx.apiKeys.issued(flags.merchant)
    })
    if (accessOf(command).json) printer.json({ data: found.map(present) })
    else printer.rows(found.map(present), COLUMNS)
  })

  addAccess(
    keys
      .command('rotate')
      .description('replace a key by a new one')
      .argument('<id>', 'key_…, as "keys list" shows it')
      .optionsGroup('Key:')
      .option('--grace <seconds>', 'time for which the old key still works', '0'),
  ).action(async (id: string, flags: { grace: string }, command: Command) => {
    const grace = wholeNumber('--grace', flags.grace, { min: 0, max: LONGEST_GRACE_SECONDS }) * 1_000
    const { secret, key, replaced } = await administer(command, environment, async operation =>
      rotateApiKey(operation, await named(operation, id), grace),
    )
    printNew(command, { secret, key }, { replaced: present(replaced) })
  })

  addAccess(
    keys
      .command('revoke')
      .description('revoke a key: its next request is refused')
      .argument('<id>', 'key_…, as "keys list" shows it'),
  ).action(async (id: string, _flags, command: Command) => {
    const key = await administer(command, environment, async operation =>
      revokeApiKey(operation, await named(operation, id)),
    )
    if (accessOf(command).json) printer.json(present(key))
    else printer.rows([present(key)], COLUMNS)
  })
}

async function refuseUnknownMerchant({ tx }: Operation, id: string): Promise<void> {
  if ((await tx.merchants.get(id)) === null) throw new CommandFailure(`There is no merchant ${id}.`)
}

async function named(operation: Operation, id: string): Promise<ApiKey> {
  const key = await findApiKey(operation, id)
  if (key === null) throw new CommandFailure(`There is no key ${id}.`)
  return key
}

function present(key: ApiKey): Record<string, unknown> {
  return {
    id: apiKeyName(key),
    object: 'api_key',
    merchant: key.merchantId,
    mode: key.mode,
    hint: key.hint,
    created: toUnixSeconds(key.created),
    revoked_at: key.revokedAt === null ? null : toUnixSeconds(key.revokedAt),
  }
}
