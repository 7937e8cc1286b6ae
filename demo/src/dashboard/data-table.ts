import { html } from 'hono/html'
import type { Html } from '../page/layout.ts'

/** A column's name and its class: on a phone, a cell with no class of these has the name above it. */
export type Column = [name: string, kind?: string]

export type Row = { id: string; cells: (Html | string | number)[] }

const UNNAMED = ['state', 'what', 'who-pays', 'acts']

/** The one table of the dashboard. On a phone each row is a block of its own. */
export function dataTable(label: string, columns: Column[], rows: Row[]): Html {
  return html`<table class="list" aria-label="${label}">
    <thead><tr>${columns.map(([name, kind = '']) => html`<th scope="col" class="${kind}">${kind === 'acts' ? html`<span class="unseen">${name}</span>` : name}</th>`)}</tr></thead>
    <tbody>
      ${rows.map(
        ({ id, cells }) => html`<tr id="${id}">
          ${columns.map(([name, kind = ''], index) =>
            UNNAMED.includes(kind)
              ? html`<td class="${kind}">${cells[index]}</td>`
              : html`<td class="${kind}" data-label="${name}">${cells[index]}</td>`,
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
