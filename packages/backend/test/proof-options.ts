import { parseArgs } from 'node:util'

export type ProofOptions = { count: number; seed: number; postgres: boolean }

/** The command line options of the backend's proofs. Ends the process with 2 for invalid ones. */
export function proofOptions(defaults: { count: number }): ProofOptions {
  try {
    const { values } = parseArgs({
      options: {
        count: { type: 'string', default: String(defaults.count) },
        seed: { type: 'string', default: '1' },
        postgres: { type: 'boolean', default: false },
      },
    })
    return {
      count: wholeNumber('--count', values.count),
      seed: wholeNumber('--seed', values.seed),
      postgres: values.postgres,
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return process.exit(2)
  }
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0 || text.trim() === '')
    throw new Error(`${option} takes a whole number, not "${text}".`)
  return number
}
