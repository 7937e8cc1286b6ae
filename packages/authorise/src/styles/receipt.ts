import { css } from 'lit'

/** What a meter leaves, and the ways on from there. */
export const receiptStyles = css`
  .rows {
    margin: 12px 0;
    padding-top: 8px;
    border-top: 1px solid var(--_border);
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
