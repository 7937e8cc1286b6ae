import { localMerchantBodySchema } from '@per-second/protocol/schema'
import { toUnixSeconds } from '@per-second/protocol/time'
import type { Command } from 'commander'
import { createMerchant, type NewMerchant } from '../actions/merchants.ts'
import type { Merchant } from '../domain/entities.ts'
import { issueReason } from '../options/issue-reason.ts'
import { OptionError } from '../options/option-error.ts'
import { type Environment, optionName } from '../options/option-table.ts'
import { payoutAddress } from '../routes/checksummed.ts'
import { accessOf, addAccess, administer } from './admin-access.ts'
import { CommandFailure } from './command-failure.ts'
import type { Printer } from './print.ts'

const FIELDS = ['name', 'payoutAddress', 'logoUrl', 'accent', 'supportUrl'] as const

type MerchantFlags = { [Flag in (typeof FIELDS)[number]]?: string }

const COLUMNS = { ID: 'id', NAME: 'name', 'PAYOUT ADDRESS': 'payout_address', CREATED: 'created' }

/** `merchants create | list | update`. */
export function addMerchants(program: Command, environment: Environment, printer: Printer): void {
  const merchants = program.command('merchants').description('create, list and change merchants')

  addFields(
    merchants.command('create').description('create a merchant with a key of each mode'),
    true,
  ).action(async (_flags, command: Command) => {
    const fields = readFields(command.opts())
    const { merchant, testKey, liveKey } = await administer(command, environment, operation =>
      createMerchant(operation, fields as NewMerchant),
    )
    if (accessOf(command).json) {
      printer.json({ ...present(merchant), test_key: testKey, live_key: liveKey })
      return
    }
    printer.rows([present(merchant)], COLUMNS)
    printer.line(`\nTest key  ${testKey}\nLive key  ${liveKey}\nThey are not shown again.`)
  })

  addAccess(merchants.command('list').description('list all merchants')).action(
    async (_flags, command: Command) => {
      const found = await administer(command, environment, ({ tx }) => tx.merchants.everyone())
      if (accessOf(command).json) printer.json({ data: found.map(present) })
      else printer.rows(found.map(present), COLUMNS)
    },
  )

  addFields(merchants.command('update').description('change a merchant').argument('<id>', 'mer_…'), false)
    .addHelpText('after', '\nOpen meters keep the payout address they were authorised with.')
    .action(async (id: string, _flags, command: Command) => {
      const fields = readFields(command.opts())
      if (Object.keys(fields).length === 0)
        throw new OptionError('Nothing to change: name at least one field.')
      const merchant = await administer(command, environment, async ({ tx }) => {
        const found = await tx.merchants.get(id)
        if (found === null) throw new CommandFailure(`There is no merchant ${id}.`)
        const changed: Merchant = { ...found, ...fields }
        await tx.merchants.update(changed)
        return changed
      })
      if (accessOf(command).json) printer.json(present(merchant))
      else printer.rows([present(merchant)], COLUMNS)
    })
}

function addFields(command: Command, isNew: boolean): Command {
  const required = (flags: string, text: string) =>
    isNew ? command.requiredOption(flags, text) : command.option(flags, text)
  command.optionsGroup('Merchant:')
  required('--name <name>', 'what subscribers see')
  required('--payout-address <address>', 'where settlements go')
  command
    .option('--logo-url <url>', 'a picture, over http(s)')
    .option('--accent <colour>', 'a colour like #0a7d5a, for buttons and links')
    .option('--support-url <url>', 'where subscribers find help')
  return addAccess(command)
}

/** The fields that were given, checked as the API checks them. */
function readFields(flags: MerchantFlags): Partial<Merchant> {
  const given = FIELDS.filter(flag => flags[flag] !== undefined)
  const body = Object.fromEntries(given.map(flag => [optionName(flag).replaceAll('-', '_'), flags[flag]]))
  const parsed = localMerchantBodySchema.safeParse(body, { reportInput: true })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = String(issue?.path[0] ?? '')
    const reason = issue ? issueReason(issue) : 'unknown reason'
    throw new OptionError(`--${field.replaceAll('_', '-')} cannot be used: ${reason}.`)
  }
  const fields: Record<string, string | undefined> = Object.fromEntries(
    given.map(flag => [flag, flags[flag]]),
  )
  if (parsed.data.payout_address !== undefined)
    fields.payoutAddress = payoutAddress(parsed.data.payout_address)
  return fields
}

function present(merchant: Merchant): Record<string, unknown> {
  return {
    id: merchant.id,
    object: 'merchant',
    name: merchant.name,
    logo_url: merchant.logoUrl,
    accent: merchant.accent,
    support_url: merchant.supportUrl,
    payout_address: merchant.payoutAddress,
    created: toUnixSeconds(merchant.created),
  }
}
