import { css } from 'lit'

/** The centred message of a card that has no next step. */
export const outcomeStyles = css`
  .outcome {
    padding: 28px 0 24px;
    text-align: center;
  }
  .outcome h3 {
    font-size: calc(17em / 15);
    line-height: calc(24em / 17);
    font-weight: var(--_weight);
  }
  .outcome .note {
    margin-top: 4px;
    text-wrap: balance;
  }
  .seal {
    display: inline-grid;
    place-items: center;
    width: 44px;
    height: 44px;
    margin-bottom: 12px;
    color: var(--_success);
    background: var(--_sunken);
    border: 1px solid var(--_border);
    border-radius: 50%;
  }
  .seal.danger {
    color: var(--_danger);
  }
  .seal.quiet {
    color: var(--_muted);
  }
`
