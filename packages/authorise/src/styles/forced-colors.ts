import { css } from 'lit'

/** Borders and states that forced colours would hide. */
export const forcedColorsStyles = css`
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
