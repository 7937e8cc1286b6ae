import { html, type TemplateResult } from 'lit'

/** Drawn on a 20 px grid with a 1.5 px stroke; they say nothing that the words beside them do not. */
const PATHS = {
  wallet:
    'M3.5 6.25A1.75 1.75 0 0 1 5.25 4.5h8.5A1.25 1.25 0 0 1 15 5.75V7M3.5 6.25v7.5c0 .97.78 1.75 1.75 1.75h9.5c.97 0 1.75-.78 1.75-1.75v-5C16.5 7.78 15.72 7 14.75 7h-10c-.7 0-1.25-.34-1.25-.75ZM13.25 11.25h.01',
  gas: 'M10 3.5c2.6 3 4 5.4 4 7.5a4 4 0 0 1-8 0c0-2.1 1.4-4.5 4-7.5ZM4 4l12 12',
  stop: 'M16.5 10a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M8 8h4v4H8z',
  refund: 'M7 4.5 4 7.5l3 3M4.25 7.5h7.5a4 4 0 0 1 0 8H7.5',
  alert: 'M16.5 10a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M10 6.75v3.75M10 13.25h.01',
  chevron: 'm7.5 5.5 4.5 4.5-4.5 4.5',
  mail: 'M3.5 6.25c0-.97.78-1.75 1.75-1.75h9.5c.97 0 1.75.78 1.75 1.75v7.5c0 .97-.78 1.75-1.75 1.75h-9.5c-.97 0-1.75-.78-1.75-1.75zM4 6l6 4.75L16 6',
  info: 'M16.5 10a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M10 9.5v3.75M10 6.75h.01',
  check: 'm5 10.5 3.25 3.25L15 7',
  copy: 'M7.5 7.5V5.25C7.5 4.56 8.06 4 8.75 4h6c.69 0 1.25.56 1.25 1.25v6c0 .69-.56 1.25-1.25 1.25H12.5M5.25 7.5h6c.69 0 1.25.56 1.25 1.25v6c0 .69-.56 1.25-1.25 1.25h-6C4.56 16 4 15.44 4 14.75v-6c0-.69.56-1.25 1.25-1.25Z',
  open: 'M8 5H5.75C4.78 5 4 5.78 4 6.75v7.5c0 .97.78 1.75 1.75 1.75h7.5c.97 0 1.75-.78 1.75-1.75V12M11.5 4H16v4.5M15.5 4.5 9 11',
  clock: 'M16.5 10a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M10 6.5V10l2.25 1.75',
  down: 'M10 4v8m0 0 3-3m-3 3L7 9M4.5 15.5h11',
} as const

export function icon(name: keyof typeof PATHS): TemplateResult {
  return html`<svg class="icon icon-${name}" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d=${PATHS[name]} /></svg>`
}
