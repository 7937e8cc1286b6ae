import type { Command, OptionValues } from 'commander'

/**
 * The options of a command, given behind its name or before it. The nearest wins, and repeatable options are taken from
 * all places.
 */
export function optionsOf<Flags extends OptionValues>(command: Command): Flags {
  const flags: OptionValues = command.parent === null ? {} : optionsOf(command.parent)
  for (const [name, value] of Object.entries(command.opts()))
    flags[name] = Array.isArray(value) ? [...(flags[name] ?? []), ...value] : value
  return flags as Flags
}
