import { type CSSResult, css } from 'lit'
import { baseStyles } from '../styles/base-styles.ts'
import { amountStyles } from './amount.ts'
import { footStyles } from './card.ts'
import { cardStyles } from './card-styles.ts'
import { sliderStyles } from './duration.ts'
import { durationStyles } from './duration-styles.ts'
import { headerStyles } from './header.ts'
import { identityStyles } from './identity-rows.ts'
import { messageStyles } from './message.ts'
import { primaryStyles } from './primary-styles.ts'
import { skeletonStyles } from './skeleton.ts'
import { stepsStyles } from './steps.ts'

/** Borders and states that forced colours would hide. */
const forcedColorsStyles = css`
  @media (forced-colors: active) {
    .primary,
    .preset,
    .message.problem {
      border-color: ButtonBorder;
    }
    .preset:has(:checked) {
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
    .steps li::before {
      border-bottom: 1px solid CanvasText;
      border-radius: 0;
    }
    .steps li::after {
      background: Highlight;
      forced-color-adjust: none;
    }
    .slider::-webkit-slider-runnable-track {
      border: 1px solid CanvasText;
    }
  }
`

/** A page's styles reach the parts, but only the element writes the signed amount. */
const safeguardStyles = css`
  .figure::before,
  .figure::after,
  .hero::before,
  .hero::after,
  .primary::before,
  .primary::after {
    content: none !important;
  }
  .figure,
  .primary .label {
    text-indent: 0 !important;
  }
  .primary .label {
    font-size: max(0.9375rem, 1em) !important;
    color: inherit !important;
  }
`

/** The first screen's. The base is first, because all others use them. Overrides are last. */
export const styles: CSSResult[] = [
  baseStyles,
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
