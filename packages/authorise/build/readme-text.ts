import type { ElementDescription } from './element-manifest.ts'

/** The README with its current reference, and the current text of the samples that are compiled elsewhere. */
export function readmeText(
  readme: string,
  element: ElementDescription,
  read: (file: string) => string,
): string {
  return readme
    .replace(
      /(<!-- generated: surface -->)[\s\S]*(<!-- \/generated -->)/,
      (_all, start: string, end: string) => `${start}\n\n${surface(element)}\n${end}`,
    )
    .replace(
      /(<!-- sample: (\S+) -->\n+```ts\n)[\s\S]*?(```)/g,
      (_all, start: string, file: string, end: string) => `${start}${read(file)}${end}`,
    )
}

function surface(element: ElementDescription): string {
  const properties = element.members.filter(
    ({ kind, attribute }) => kind === 'field' && attribute === undefined,
  )
  const methods = element.members.filter(({ kind }) => kind === 'method')
  return [
    table('Attribute', element.attributes, ({ name }) => name),
    table('Property', properties, ({ name }) => name),
    table('Method', methods, ({ name }) => `${name}()`),
    table('Slot', element.slots, ({ name }) => name),
    table('Part', element.cssParts, ({ name }) => `::part(${name})`),
    table('Custom property', element.cssProperties, ({ name }) => name),
    table('State', element.cssStates, ({ name }) => `:state(${name})`),
  ].join('\n')
}

type Row = { name: string; description?: string; default?: string }

function table(title: string, rows: Row[], name: (row: Row) => string): string {
  const body = rows.map(row => `| \`${name(row)}\` | ${meaningOf(row)} |`)
  return `| ${title} | |\n|---|---|\n${body.join('\n')}\n`
}

/** A description ends in its default. Unset ones have none. */
function meaningOf({ description = '', default: value = 'null' }: Row): string {
  if (value === 'null' || value === 'undefined') return description
  return `${description.replace(/\.$/, '')} (default: \`${value.replaceAll("'", '')}\`).`
}
