import type { TemplateResult } from 'lit'
import { drawIcon } from './icons.ts'

const PATHS = {
  mail: 'M3.5 6.25c0-.97.78-1.75 1.75-1.75h9.5c.97 0 1.75.78 1.75 1.75v7.5c0 .97-.78 1.75-1.75 1.75h-9.5c-.97 0-1.75-.78-1.75-1.75zM4 6l6 4.75L16 6',
  info: 'M16.5 10a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M10 9.5v3.75M10 6.75h.01',
  check: 'm5 10.5 3.25 3.25L15 7',
  copy: 'M7.5 7.5V5.25C7.5 4.56 8.06 4 8.75 4h6c.69 0 1.25.56 1.25 1.25v6c0 .69-.56 1.25-1.25 1.25H12.5M5.25 7.5h6c.69 0 1.25.56 1.25 1.25v6c0 .69-.56 1.25-1.25 1.25h-6C4.56 16 4 15.44 4 14.75v-6c0-.69.56-1.25 1.25-1.25Z',
  open: 'M8 5H5.75C4.78 5 4 5.78 4 6.75v7.5c0 .97.78 1.75 1.75 1.75h7.5c.97 0 1.75-.78 1.75-1.75V12M11.5 4H16v4.5M15.5 4.5 9 11',
  clock: 'M16.5 10a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M10 6.5V10l2.25 1.75',
  down: 'M10 4v8m0 0 3-3m-3 3L7 9M4.5 15.5h11',
} as const

/** An icon that is not on the first screen. */
export function furtherIcon(name: keyof typeof PATHS): TemplateResult {
  return drawIcon(name, PATHS[name])
}
