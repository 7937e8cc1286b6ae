import { html } from 'hono/html'
import type { Html } from '../page/layout.ts'

/** A column's name, its class and its cell for an object: on a phone, a cell with no class of these has the name above it. */
export type Column<T> = [name: string, kind: string, cell: (object: T) => Html | string | number]

const UNNAMED = ['state', 'what', 'who-pays', 'acts']

/** The one table of the dashboard. On a phone each row is a block of its own. */
export function dataTable<T extends { id: string }>(label: string, columns: Column<T>[], objects: T[]): Html {
  return html`<table class="list" aria-label="${label}">
    <thead><tr>${columns.map(([name, kind]) => html`<th scope="col" class="${kind}">${kind === 'acts' ? html`<span class="unseen">${name}</span>` : name}</th>`)}</tr></thead>
    <tbody>
      ${objects.map(
        object => html`<tr id="${object.id}">
          ${columns.map(([name, kind, cell]) =>
            UNNAMED.includes(kind)
              ? html`<td class="${kind}">${cell(object)}</td>`
              : html`<td class="${kind}" data-label="${name}">${cell(object)}</td>`,
          )}
        </tr>`,
      )}
    </tbody>
  </table>`
}

/** A second, quieter line in a cell. */
export function sub(content: Html | string): Html {
  return html`<span class="sub">${content}</span>`
}
