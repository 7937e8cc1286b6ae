import type { Command } from 'commander'

/** Options of a command line, and variables of an environment, as a page of Markdown: one list for each group of `--help`. */
export function configurationPage(program: Command, variables: Record<string, string>): string {
  const names = new Set(program.options.map(option => option.long))
  // Live mode has the options of test mode again, so the page has each pair once.
  const isTwin = (long: string) => long.startsWith('--live-') && names.has(long.replace('--live-', '--'))
  const groups = Map.groupBy(
    program.options.filter(
      option => !option.hidden && option.long !== '--help' && !isTwin(option.long ?? ''),
    ),
    option => option.helpGroupHeading ?? 'Options:',
  )
  const lists = [...groups].map(([heading, options]) =>
    listOf(
      heading,
      options.map(option => [option.flags, sentence(option.description, option.defaultValue)]),
    ),
  )
  return `# Configuration

<!-- Written by npm run generate -w @per-second/backend, from the options of the command line and the variables it reads. -->

Without options the service runs in local mode: SQLite, an embedded chain, and keys made in \`--data\`. Options of real networks are explained in
[networks](networks.md), secrets in [keys](keys.md), databases in [databases](databases.md). \`per-second --help\` prints the same list, and every
command has its own \`--help\`. In a clone the command is \`npm run -s backend --\`.

Each option of test mode on a real chain has a twin for live mode, which begins with \`--live-\`: \`--live-rpc-url\`. Live mode has this project's live escrow
by default.

${lists.join('\n')}
${listOf('Environment:', Object.entries(variables))}`
}

function listOf(heading: string, rows: readonly (readonly [string, string])[]): string {
  const title = heading.replace(/ \(.*\)?:$|:$/, '')
  return `## ${title}\n\n${rows.map(([name, meaning]) => `- \`${name}\`: ${meaning}\n`).join('')}`
}

function sentence(description: string, defaultValue: unknown): string {
  return typeof defaultValue === 'string' ? `${description} (default: ${defaultValue})` : description
}
