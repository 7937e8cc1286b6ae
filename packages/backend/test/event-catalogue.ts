import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/events.md'), 'utf8')

/** Objects that the page shows whole, by their kind. */
const SHOWN = new Map(
  [...PAGE.matchAll(/^### Object (.+)\n\n```json\n([\s\S]+?)\n```/gm)].map(([, kind = '', json = '']) => [
    kind,
    JSON.parse(json) as object,
  ]),
)

/** The payload of each event as docs/events.md describes it: an object that it shows, with the named differences. */
export const EVENT_CATALOGUE = new Map(
  [
    ...PAGE.matchAll(/^## (.+\..+)\n\n- \*\*When\*\*: .+\.\n- \*\*Do\*\*: .+\.\n- \*\*Payload\*\*: (.+)$/gm),
  ].map(([, type = '', payload = '']) => {
    const [, kind = ''] = /^\[(.+?)\]/.exec(payload) ?? []
    const differences = [...payload.matchAll(/`(\w+): (.*?)`/g)].map(([, field = '', value = '']) => [
      field,
      JSON.parse(value),
    ])
    return [type, { ...SHOWN.get(kind), ...Object.fromEntries(differences) } as object]
  }),
)
