import type { EventType } from '@per-second/protocol/types'
import { EVENT_TEXTS } from '../src/openapi/event-texts.ts'

const EXAMPLE = { id: 'evt_1m1t0gpz0000zgsqj1ggfh32n2crneq4j8qta7', object: 'event' }

/** Every event as a page of Markdown, one heading each, whose anchor is the type without its dots. */
export function eventsPage(): string {
  const sections = (Object.keys(EVENT_TEXTS) as EventType[]).map(type => {
    const { when, why, object } = EVENT_TEXTS[type]
    const event = {
      ...EXAMPLE,
      type,
      livemode: object.livemode,
      created: 'period_end' in object ? object.created : momentOf(object),
      data: { object },
    }
    return `## ${type}\n\n- **When**: ${when}\n- **Do**: ${why}\n\n\`\`\`json\n${JSON.stringify(event, null, 2)}\n\`\`\`\n`
  })
  return `# Event catalogue

<!-- Written by npm run generate -w @per-second/backend, from packages/backend/src/openapi/event-texts.ts. -->

Each event with its time, its use and its payload. To receive events, see [webhooks](webhooks.md). Events also stay in the list of events for
[30 days](api.md#retention). \`data.object\` is the whole resource as it was saved with the event. Events of one block or request carry the
same saved resource, in the order in which they happened. Retrieve the resource to see its current state.

${sections.join('\n')}`
}

/** The latest instant that the resource tells of itself. */
function momentOf(object: object): number {
  const { created, started_at, paused_at, ended_at } = object as Record<string, number | null | undefined>
  return Math.max(...[created, started_at, paused_at, ended_at].map(instant => instant ?? 0))
}
