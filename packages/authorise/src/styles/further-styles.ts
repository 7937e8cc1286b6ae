import type { CSSResult } from 'lit'
import { furtherControlStyles } from './further-controls.ts'
import { furtherLayoutStyles } from './further-layout.ts'
import { meterStyles } from './meter.ts'
import { waitingStyles } from './waiting.ts'

/** Everything beyond the first screen; adopted when the further part is there. */
export const furtherStyles: CSSResult[] = [
  furtherLayoutStyles,
  furtherControlStyles,
  waitingStyles,
  meterStyles,
]
