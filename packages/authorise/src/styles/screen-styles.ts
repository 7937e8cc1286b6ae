import type { CSSResult } from 'lit'
import { meterStyles } from './meter.ts'
import { screenControlStyles } from './screen-controls.ts'
import { screenLayoutStyles } from './screen-layout.ts'
import { waitingStyles } from './waiting.ts'

/** Everything beyond the first screen; adopted when the further part is there. */
export const screenStyles: CSSResult[] = [screenLayoutStyles, screenControlStyles, waitingStyles, meterStyles]
