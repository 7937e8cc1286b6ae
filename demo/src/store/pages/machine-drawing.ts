import { html } from 'hono/html'
import type { Html } from '../../page/layout.ts'
import type { Machine } from '../catalogue.ts'

/** A line drawing of a machine, for the eye only. */
export function machineDrawing(drawing: Machine['drawing']): Html {
  return html`<svg class="drawing" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">${STROKES[drawing]}</svg>`
}

const STROKES: Record<Machine['drawing'], Html> = {
  card: html`<path d="M6 12v25M6 15h36v16H6M12 31v4h16v-4" /><circle cx="17" cy="23" r="4.5" /><circle cx="32" cy="23" r="4.5" />
    <path class="warm" d="M15 23h4M30 23h4" />`,
  desk: html`<path d="M6 10h36v22H6zM24 32v6M16 38h16" /><path class="warm" d="m18 26 4-6 4 4 4-7" />`,
  rack: html`<path d="M10 6h28v36H10zM10 15h28M10 24h28M10 33h28M15 10.5h8M15 19.5h8M15 28.5h8M15 37.5h8" />
    <path class="warm" d="M33 10.5h.01M33 19.5h.01M33 28.5h.01M33 37.5h.01" />`,
  prompt: html`<path d="M6 10h36v28H6zM6 17h36" /><path class="warm" d="m13 23 5 4-5 4M22 32h8" />`,
}
