import type { CSSResult } from 'lit'
import { carryOnStyles } from './carry-on.ts'
import { detailsStyles } from './details.ts'
import { meterStyles } from './meter.ts'
import { outcomeStyles } from './outcome.ts'
import { receiptStyles } from './receipt.ts'
import { stopStyles } from './stops.ts'
import { waitingStyles } from './waiting.ts'
import { walletsStyles } from './wallets.ts'

/** The styles beyond the first screen. They are adopted when the later screens are loaded. */
export const screenStyles: CSSResult[] = [
  outcomeStyles,
  detailsStyles,
  walletsStyles,
  waitingStyles,
  meterStyles,
  carryOnStyles,
  receiptStyles,
  stopStyles,
]
