import type { Command } from 'commander'

/** Options of a command line, and variables of an environment, as a page of Markdown: one table for each group of `--help`. */
export function configurationPage(program: Command, variables: Record<string, string>): string {
  const groups = Map.groupBy(
    program.options.filter(option => !option.hidden && option.long !== '--help'),
    option => option.helpGroupHeading ?? 'Options:',
  )
  const tables = [...groups].map(([heading, options]) =>
    tableOf(
      heading,
      'Option',
      options.map(option => [option.flags, sentence(option.description, option.defaultValue)]),
    ),
  )
  return `# Configuration

<!-- Written by npm run generate -w @per-second/backend, from the options of the command line and the variables it reads. -->

Without options the service runs in local mode: SQLite, an embedded chain, and keys made in \`--data\`. Options of real networks are explained in
[networks](networks.md), secrets in [keys](keys.md), databases in [databases](databases.md). \`per-second --help\` prints the same list, and every
command has its own \`--help\`. In a clone the command is \`npm run -s backend --\`.

${tables.join('\n')}
${tableOf('Environment:', 'Variable', Object.entries(variables))}`
}

/** A table whose columns are padded, as the formatter has them. */
function tableOf(heading: string, first: string, rows: readonly (readonly [string, string])[]): string {
  const cells = rows.map(([name, meaning]) => [`\`${name}\``, meaning.replaceAll('|', '\\|')])
  const widths = [first, 'Meaning'].map((title, column) =>
    Math.max(title.length, ...cells.map(row => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`
  const title = heading.replace(/ \(.*\)?:$|:$/, '')
  return `## ${title}\n\n${[line([first, 'Meaning']), rule, ...cells.map(line)].join('\n')}\n`
}

function sentence(description: string, defaultValue: unknown): string {
  return typeof defaultValue === 'string' ? `${description} (default: ${defaultValue})` : description
}
