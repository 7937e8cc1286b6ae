import { css } from 'lit'

/** The end of a meter: the refund on green, the receipt, and the ways on from there. */
export const receiptStyles = css`
  .receipt:has(.back) {
    padding-top: 0;
    border-top: 0;
  }
  .back {
    padding: 24px 16px 20px;
    text-align: center;
    background: var(--_success-sunken);
    border: 1px solid var(--_success-edge);
    border-radius: var(--_corner-small);
  }
  .back .seal {
    margin-bottom: 10px;
    color: light-dark(#ffffff, #0b1a13);
    background: var(--_success);
    border-color: transparent;
    animation: land 200ms cubic-bezier(0.2, 0, 0, 1) backwards;
  }
  .back .seal .icon {
    width: 26px;
    height: 26px;
    stroke-width: 2;
  }
  @keyframes land {
    from {
      transform: scale(0.8);
    }
  }
  .back .caption {
    font-size: 1em;
    line-height: calc(22em / 15);
    color: var(--_text);
  }
  .back .note {
    color: light-dark(#4b5a55, #a9bfb4);
    text-wrap: balance;
  }
  .back .figure .tail {
    color: light-dark(#74808f, #7f8799);
  }
  .rows {
    margin: 16px 0;
  }
  .row.sum {
    margin-bottom: 6px;
    padding-bottom: 10px;
    font-size: 1em;
    font-weight: var(--_weight);
    border-bottom: 1px solid var(--_border);
  }
  .row.sum dt {
    color: var(--_text);
  }
  .copies {
    display: grid;
    justify-items: center;
    gap: 4px;
  }
  .copies .secondary {
    width: 100%;
  }
  .meter ~ .note,
  .receipt ~ .note,
  .outcome ~ .note {
    margin-bottom: 12px;
  }
  .outcome ~ .note {
    text-align: center;
  }
  .card > .primary {
    margin-bottom: 12px;
  }
  .card > a.text-button {
    align-self: center;
    margin-bottom: 8px;
  }
`
