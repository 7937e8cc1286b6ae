import type { EventType } from '@per-second/protocol/types'
import { EVENT_TEXTS } from '../src/openapi/event-texts.ts'

const EXAMPLE = { id: 'evt_1m1t0gpz0000zgsqj1ggfh32n2crneq4j8qta7', object: 'event' }

/** Events whose objects are shown whole: each kind of object in its usual state. */
const SHOWN: readonly EventType[] = [
  ...(['product.created', 'customer.created', 'checkout.session.completed', 'subscription.resumed'] as const),
  'invoice.paid',
]

/**
 * Every event as a page of Markdown, one heading each, whose anchor is the type without its dots. Each kind of object
 * is shown once.
 */
export function eventsPage(): string {
  const types = Object.keys(EVENT_TEXTS) as EventType[]
  const shown = new Map(SHOWN.map(type => [EVENT_TEXTS[type].object.object, EVENT_TEXTS[type].object]))
  const sections = types.map(type => {
    const { when, why, object } = EVENT_TEXTS[type]
    const differences = differencesOf(object, shown.get(object.object) ?? object)
    const payload = [`[${object.object}](#${anchorOf(object.object)})`, ...differences].join(', ')
    return `## ${type}\n\n- **When**: ${when}\n- **Do**: ${why}\n- **Payload**: ${payload}\n`
  })
  const objects = [...shown].map(
    ([kind, object]) => `### Object ${kind}\n\n\`\`\`json\n${JSON.stringify(object, null, 2)}\n\`\`\`\n`,
  )
  const [first] = types
  const example = first === undefined ? null : eventOf(first)
  return `# Event catalogue

<!-- Written by npm run generate -w @per-second/backend, from packages/backend/src/openapi/event-texts.ts. -->

Each event with its time, its use and its payload. To receive events, see [webhooks](webhooks.md). Events also stay in the list of events for
[30 days](api.md#retention). \`data.object\` is the whole resource as it was saved with the event. Events of one block or request carry the
same saved resource, in the order in which they happened. Retrieve the resource to see its current state.

\`\`\`json
${JSON.stringify({ ...example, data: { object: '…' } }, null, 2)}
\`\`\`

${sections.join('\n')}
## Objects

Each object as one of its events carries it. The payloads above name the fields that differ.

${objects.join('\n')}`
}

function eventOf(type: EventType): object {
  const { object } = EVENT_TEXTS[type]
  return {
    ...EXAMPLE,
    type,
    livemode: object.livemode,
    created: 'period_end' in object ? object.created : momentOf(object),
  }
}

/** The fields of an object that differ from the shown one. */
function differencesOf(object: object, shown: object): string[] {
  const other = shown as Record<string, unknown>
  return Object.entries(object)
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(other[field]))
    .map(
      ([field, value]) =>
        `\`${field}: ${typeof value === 'object' && value !== null ? '…' : JSON.stringify(value)}\``,
    )
}

function anchorOf(kind: string): string {
  return `object-${kind.replaceAll('.', '')}`
}

/** The latest instant that the resource tells of itself. */
function momentOf(object: object): number {
  const { created, started_at, paused_at, ended_at } = object as Record<string, number | null | undefined>
  return Math.max(...[created, started_at, paused_at, ended_at].map(instant => instant ?? 0))
}
