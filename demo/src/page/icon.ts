import { html } from 'hono/html'
import type { Html } from './layout.ts'

const PATHS = {
  copy: 'M7.5 7.5V5.25C7.5 4.56 8.06 4 8.75 4h6c.69 0 1.25.56 1.25 1.25v6c0 .69-.56 1.25-1.25 1.25H12.5M5.25 7.5h6c.69 0 1.25.56 1.25 1.25v6c0 .69-.56 1.25-1.25 1.25h-6C4.56 16 4 15.44 4 14.75v-6c0-.69.56-1.25 1.25-1.25Z',
  down: 'M10 4v8m0 0 3-3m-3 3L7 9M4.5 15.5h11',
  search: 'M13.5 9a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0M12.5 12.5l3.5 3.5',
  dots: 'M5 10h.01M10 10h.01M15 10h.01',
}

/** A line drawing beside words, or in a button that has a name. */
export function icon(name: keyof typeof PATHS): Html {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="${PATHS[name]}" /></svg>`
}

/** An id, address or hash shortened in its middle, with a button that copies all of it. */
export function copyable(id: string): Html {
  return html`<span class="id"><code title="${id}">${shortId(id)}</code><button
      class="copy" type="button" data-copy="${id}" aria-label="Copy ${id}">${icon('copy')}</button></span>`
}

/** With the prefix of an id whole: `sub_8fK2…q9Lx`, `0x708e…74C7`. */
function shortId(id: string): string {
  const head = id.startsWith('0x') ? 6 : id.indexOf('_') + 5
  return id.length > head + 5 ? `${id.slice(0, head)}…${id.slice(-4)}` : id
}
