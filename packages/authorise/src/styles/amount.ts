import { css } from 'lit'

/** The hero: the most that can ever be charged, in the size that its digits leave room for. */
export const amountStyles = css`
  .hero {
    margin-top: 20px;
    padding-top: 20px;
    border-top: 1px solid var(--_border);
  }
  .figure {
    margin: 2px 0 4px;
    margin-inline-start: -1px;
    min-height: 48px;
    line-height: 48px;
    font-weight: var(--_weight);
    letter-spacing: -0.02em;
  }
  .figure.large {
    font-size: 40px;
  }
  .figure.unknown {
    color: var(--_muted);
    font-size: 24px;
    font-weight: 400;
  }
  .figure.medium {
    font-size: 32px;
  }
  .figure.small {
    font-size: 24px;
    letter-spacing: -0.01em;
  }
  .figure.tiny {
    padding: 12px 0;
    font-size: 17px;
    line-height: 24px;
    letter-spacing: 0;
  }
  .figure.least {
    font-size: 14px;
    line-height: 22px;
  }
  /* Inline, because screen readers read boxes one by one. */
  .digit {
    animation: digit var(--_ease) backwards;
  }
  /* Never gone: in every instant, and in every picture of one, money can be read. */
  @keyframes digit {
    from {
      opacity: 0.4;
    }
  }
  .hero .note {
    min-height: 36px;
    text-wrap: balance;
  }
  .note.invalid {
    color: var(--_danger);
  }
  .rounded {
    display: block;
    color: var(--_text);
  }
  @container billing-authorise (max-width: 359px) {
    .figure.large {
      font-size: 36px;
    }
    .figure.small {
      font-size: 21px;
    }
  }
`
