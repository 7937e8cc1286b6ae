import { parseArgs } from 'node:util'
import { refuseUnknown } from '../request/refuse-unknown.ts'
import type { Command, Invocation } from './command.ts'
import { UsageError } from './usage-error.ts'

/**
 * Reads what stands after a command's name.
 *
 * @throws {InvalidRequestError} `parameter_unknown` for an option that there is not, with the one that was probably meant
 * @throws {UsageError} for a value that is missing or one too many
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
    // What begins with a dash is the next option; as a value it is written `--name=-value`.
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
