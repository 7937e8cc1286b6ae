import type { CSSResult } from 'lit'
import { controlStyles } from './controls.ts'
import { layoutStyles } from './layout.ts'
import { meterStyles } from './meter.ts'
import { tokenStyles } from './tokens.ts'

/** Tokens first: everything after only uses them. */
export const styles: CSSResult[] = [tokenStyles, layoutStyles, controlStyles, meterStyles]
