import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ElementDescription, readManifest } from './element-manifest.ts'

/** Writes the files of the package that describe the element to editors and language models. */
export async function writeEditorFiles(folder: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { manifest, element } = await readManifest(join(folder, 'src/billing-authorise.ts'))
  const files = {
    'custom-elements.json': manifest,
    'html-custom-data.json': editorData(element),
    'web-types.json': webTypes(element, version),
  }
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`)
  writeFileSync(join(folder, 'llms.txt'), llmsText(element))
}

/** HTML custom data for Visual Studio Code (version 1.1). */
function editorData({ tagName, description, attributes }: ElementDescription): object {
  return {
    version: 1.1,
    tags: [
      {
        name: tagName,
        description,
        attributes: attributes.map(({ name, description: text, type }) => ({
          name,
          ...(text && { description: text }),
          ...(choicesOf(type?.text).length > 0 && {
            values: choicesOf(type?.text).map(choice => ({ name: choice })),
          }),
        })),
      },
    ],
  }
}

/** Web-types for JetBrains' editors. */
function webTypes(element: ElementDescription, version: string): object {
  const described = ({ name, description }: { name: string; description?: string }) => ({
    name,
    ...(description && { description }),
  })
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name: '@per-second/authorise',
    version,
    'js-types-syntax': 'typescript',
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: [
          {
            name: element.tagName,
            description: element.description,
            attributes: element.attributes.map(attribute => ({
              ...described(attribute),
              ...(attribute.type && { value: { type: attribute.type.text } }),
            })),
            slots: element.slots.map(described),
            js: {
              properties: fieldsOf(element).map(member => ({
                ...described(member),
                ...(member.type && { type: member.type.text }),
              })),
              events: element.events.map(described),
            },
            css: {
              properties: element.cssProperties.map(described),
              parts: element.cssParts.map(described),
            },
          },
        ],
      },
    },
  }
}

/** The documentation of the tag for a language model, on one page (llmstxt.org). */
function llmsText(element: ElementDescription): string {
  const list = (
    title: string,
    rows: { name: string; description?: string }[],
    name = (row: { name: string }) => `\`${row.name}\``,
  ) => `## ${title}\n\n${rows.map(row => `- ${name(row)}: ${row.description ?? ''}`).join('\n')}\n`
  return [
    `# @per-second/authorise\n\n> <${element.tagName}>: ${element.description.trim()}\n`,
    USAGE,
    list('Attributes', element.attributes),
    list(
      'Properties',
      fieldsOf(element).filter(({ attribute }) => attribute === undefined),
    ),
    list('Events', element.events),
    list('Slots', element.slots),
    list('Parts', element.cssParts, ({ name }) => `\`::part(${name})\``),
    list('Custom properties', element.cssProperties),
    list('States', element.cssStates, ({ name }) => `\`:state(${name})\``),
  ].join('\n')
}

const USAGE = `\`\`\`html
<script type="module" src="/billing-authorise/billing-authorise.js"></script>
<billing-authorise session="cs_…" base-url="https://billing.example"></billing-authorise>
\`\`\`

The session's id comes from the merchant's server (\`POST /v1/checkout/sessions\`). Events bubble and are composed. Amounts are
decimal strings of dollars, never numbers. Only the server may believe that something was paid: ask it for the session or listen to
webhooks; an event on the page proves nothing.

Import \`@per-second/authorise/define\` to register the tag, or \`@per-second/authorise\` for the class alone. Types: \`/react\`, \`/vue\`,
\`/svelte\`, \`/solid\`. Tests: \`/testing\`. Server rendering: \`/server\`.
`

function fieldsOf({ members }: ElementDescription): ElementDescription['members'] {
  return members.filter(({ kind }) => kind === 'field')
}

function choicesOf(type: string | undefined): string[] {
  return [...(type ?? '').matchAll(/'([^']+)'/g)].map(([, choice = '']) => choice)
}
