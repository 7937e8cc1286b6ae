import type { CSSResult } from 'lit'
import { amountStyles } from './amount.ts'
import { cardStyles } from './card.ts'
import { durationStyles } from './duration.ts'
import { footStyles } from './foot.ts'
import { forcedColorsStyles } from './forced-colors.ts'
import { headerStyles } from './header.ts'
import { identityStyles } from './identity.ts'
import { messageStyles } from './message.ts'
import { primaryStyles } from './primary.ts'
import { safeguardStyles } from './safeguards.ts'
import { skeletonStyles } from './skeleton.ts'
import { sliderStyles } from './slider.ts'
import { stepsStyles } from './steps.ts'
import { tokenStyles } from './tokens.ts'

/** The first screen's. Tokens are first, because all others use them. Overrides are last. */
export const styles: CSSResult[] = [
  tokenStyles,
  cardStyles,
  headerStyles,
  amountStyles,
  stepsStyles,
  messageStyles,
  skeletonStyles,
  footStyles,
  durationStyles,
  sliderStyles,
  identityStyles,
  primaryStyles,
  forcedColorsStyles,
  safeguardStyles,
]
