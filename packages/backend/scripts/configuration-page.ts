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

<!-- Written by npm run generate -w @per-second/backend. -->

Without options the service runs in local mode: SQLite, an embedded chain, and keys made in \`--data\`. More about [networks](networks.md),
[keys](keys.md) and [databases](databases.md). \`--help\` prints this list, and works for each command. In a clone the command is
\`npm run -s backend --\`.

Live mode has the same options of a real chain with the prefix \`--live-\`, such as \`--live-rpc-url\`. Its default escrow is this project's live
escrow.

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
