import { html, type TemplateResult } from 'lit'

/** Drawn on a 20 px grid with a 1.5 px stroke. The words beside them say the same. */
export const PATHS = {
  wallet:
    'M3.5 6.25A1.75 1.75 0 0 1 5.25 4.5h8.5A1.25 1.25 0 0 1 15 5.75V7M3.5 6.25v7.5c0 .97.78 1.75 1.75 1.75h9.5c.97 0 1.75-.78 1.75-1.75v-5C16.5 7.78 15.72 7 14.75 7h-10c-.7 0-1.25-.34-1.25-.75ZM13.25 11.25h.01',
  fee: 'M16.5 10a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M8 10a2 2.75 0 1 0 4 0a2 2.75 0 1 0-4 0',
  stop: 'M16.5 10a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M8 8h4v4H8z',
  refund: 'M7 4.5 4 7.5l3 3M4.25 7.5h7.5a4 4 0 0 1 0 8H7.5',
  alert: 'M16.5 10a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M10 6.75v3.75M10 13.25h.01',
  chevron: 'm7.5 5.5 4.5 4.5-4.5 4.5',
  mail: 'M3.5 6.25c0-.97.78-1.75 1.75-1.75h9.5c.97 0 1.75.78 1.75 1.75v7.5c0 .97-.78 1.75-1.75 1.75h-9.5c-.97 0-1.75-.78-1.75-1.75zM4 6l6 4.75L16 6',
  info: 'M16.5 10a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M10 9.5v3.75M10 6.75h.01',
} as const

export const icon = iconsFrom(PATHS)

export function iconsFrom<Name extends string>(
  paths: Readonly<Record<Name, string>>,
): (name: Name) => TemplateResult {
  return name =>
    html`<svg class="icon icon-${name}" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d=${paths[name]} /></svg>`
}
