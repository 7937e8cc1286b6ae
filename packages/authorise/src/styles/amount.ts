import { css } from 'lit'

/**
 * The hero: the most that can ever be charged, in the size that its digits leave room for. A digit is inline, because screen readers read
 * boxes one by one. Its animation never hides it. A quiet digit has no contrast to spare for one.
 */
export const amountStyles = css`
  .hero {
    margin-top: 18px;
    padding-top: 18px;
    border-top: 1px solid var(--_border);
  }
  .figure {
    margin: 2px 0 4px;
    margin-inline-start: -1px;
    font-weight: var(--_weight);
    letter-spacing: -0.02em;
  }
  .figure.large {
    font-size: calc(40em / 15);
    line-height: calc(48em / 40);
  }
  .figure.unknown {
    color: var(--_muted);
    font-size: calc(24em / 15);
    line-height: 2em;
    font-weight: 400;
  }
  .figure.medium {
    font-size: min(calc(32em / 15), 10cqi);
    line-height: calc(48em / 32);
  }
  .figure.small {
    font-size: calc(24em / 15);
    line-height: 2em;
    letter-spacing: -0.01em;
  }
  .figure.tiny {
    padding: calc(12em / 17) 0;
    font-size: min(calc(17em / 15), 5.3cqi);
    line-height: calc(24em / 17);
    letter-spacing: 0;
  }
  .figure.least {
    min-height: calc(48em / 14);
    font-size: min(calc(14em / 15), 4.5cqi);
    line-height: calc(22em / 14);
  }
  .figure:is(.large, .medium, .small) .tail {
    color: var(--_tail);
  }
  .digit {
    animation: digit var(--_ease) backwards;
  }
  .digit.tail {
    animation: none;
  }
  @keyframes digit {
    from {
      opacity: 0.4;
    }
  }
  .note {
    text-wrap: pretty;
  }
  .note.invalid {
    color: var(--_danger);
  }
  .rounded {
    display: block;
    color: var(--_text);
  }
  @container billing-authorise (max-width: 23.93em) {
    .figure.large {
      font-size: min(calc(36em / 15), 11.25cqi);
      line-height: calc(48em / 36);
    }
    .figure.small {
      font-size: min(calc(21em / 15), 6.6cqi);
      line-height: calc(48em / 21);
    }
  }
`
