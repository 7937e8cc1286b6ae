import { css } from 'lit'

/** Who pays, and where receipts go: rows of one height. */
export const identityStyles = css`
  .identity {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 52px;
    padding: 3px 12px;
    border: 1px solid var(--_border);
    border-radius: var(--_corner-small);
  }
  .identity > .icon {
    color: var(--_muted);
  }
  .identity.empty {
    font-size: calc(13em / 15);
    line-height: calc(18em / 13);
    color: var(--_muted);
    border-style: dashed;
    border-color: var(--_edge);
  }
  .field input:focus-visible {
    outline: none;
  }
  .identity.field {
    border-color: var(--_edge);
    cursor: text;
  }
  .identity.invalid {
    border-color: var(--_danger);
  }
  .labelled {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-width: 0;
  }
  .labelled .label {
    font-size: calc(12em / 15);
    line-height: calc(16em / 12);
    color: var(--_muted);
  }
  .email {
    width: 100%;
    min-height: 22px;
    line-height: inherit;
    padding: 0;
    background: none;
    border: 0;
  }
`
