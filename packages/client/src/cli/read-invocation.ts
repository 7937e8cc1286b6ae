import { parseArgs } from 'node:util'
import { refuseUnknown } from '../request/refuse-unknown.ts'
import type { Command, Invocation } from './command.ts'
import { UsageError } from './usage-error.ts'

/**
 * Reads the arguments after a command's name.
 *
 * @throws {InvalidRequestError} `parameter_unknown` for an unknown option, with the nearest known option
 * @throws {UsageError} for a missing value, or for one value too many
 */
export function readInvocation(
  command: Pick<Command, 'name' | 'operands' | 'options'>,
  words: string[],
): Invocation {
  const { values, positionals, tokens } = parseArgs({
    args: words,
    options: command.options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const dashed = (names: object) => Object.fromEntries(Object.keys(names).map(name => [`--${name}`, true]))
  refuseUnknown(dashed(values), Object.keys(dashed(command.options)), `an option of ${command.name}`)
  for (const token of tokens) {
    // An argument that begins with a dash is the next option. A value that begins with a dash is written
    // `--name=-value`.
    const isNext = token.kind === 'option' && token.inlineValue === false && token.value.startsWith('-')
    if (isNext) throw new UsageError(`${token.rawName} needs a value.`, token.rawName)
  }
  for (const [name, { type }] of Object.entries(command.options)) {
    const value = values[name]
    if (value === undefined) continue
    if (type === 'string' && (typeof value !== 'string' || value === ''))
      throw new UsageError(`--${name} needs a value.`, `--${name}`)
    if (type === 'boolean' && typeof value !== 'boolean')
      throw new UsageError(`--${name} takes no value.`, `--${name}`)
  }
  const surplus = positionals[command.operands]
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one word too many.`, surplus)
  return { operands: positionals, options: values as Invocation['options'] }
}
