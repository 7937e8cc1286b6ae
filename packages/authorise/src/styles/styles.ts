import type { CSSResult } from 'lit'
import { controlStyles } from './controls.ts'
import { layoutStyles } from './layout.ts'
import { tokenStyles } from './tokens.ts'

/** The first screen's. Tokens first: everything after only uses them. */
export const styles: CSSResult[] = [tokenStyles, layoutStyles, controlStyles]
