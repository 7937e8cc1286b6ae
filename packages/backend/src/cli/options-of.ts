import type { Command, OptionValues } from 'commander'

/**
 * The options of a command, given behind its name or before it. The nearest wins, and repeatable options are taken from
 * all places.
 */
export function optionsOf<Flags extends OptionValues>(command: Command): Flags {
  const flags: OptionValues = { ...command.opts() }
  const isGiven = (by: Command, name: string) => by.getOptionValueSource(name) === 'cli'
  const named = new Set(command.options.map(option => option.attributeName()))
  const given = new Set([...named].filter(name => isGiven(command, name)))
  for (let parent = command.parent; parent; parent = parent.parent) {
    const values = parent.opts()
    for (const name of named) {
      if (!isGiven(parent, name)) continue
      if (!given.has(name)) flags[name] = values[name]
      else if (Array.isArray(values[name])) flags[name] = [...values[name], ...flags[name]]
      given.add(name)
    }
  }
  return flags as Flags
}
