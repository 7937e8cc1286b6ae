/**
 * The names that the command line gives, or all. A wrong one ends the process with the usage and code 2, and `--help`
 * ends it with the usage.
 *
 * @param one what a name stands for
 */
export function chosenNames(
  names: readonly string[],
  { one, usage }: { one: string; usage: string },
): string[] {
  const given = process.argv.slice(2)
  const unknown = given.find(name => !names.includes(name))
  if (unknown !== undefined) {
    if (unknown !== '--help') console.log(`There is no ${one} "${unknown}".`)
    console.log(usage)
    process.exit(unknown === '--help' ? 0 : 2)
  }
  return given.length > 0 ? given : [...names]
}
