import { css } from 'lit'

/** Rows of a name and its value, each to be copied or looked up. */
export const detailsStyles = css`
  details[open] summary .icon {
    transform: rotate(90deg);
  }
  .details > .quiet {
    margin-top: 8px;
  }
  .row {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 16px;
    min-height: 32px;
    padding: 4px 0;
    font-size: calc(13em / 15);
    line-height: calc(18em / 13);
  }
  .row dt {
    color: var(--_muted);
  }
  .row dd {
    display: flex;
    align-items: center;
    justify-content: end;
    gap: 2px;
    min-width: 0;
    margin-inline-start: auto;
    text-align: end;
  }
  .address {
    white-space: nowrap;
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    font-size: calc(12em / 13);
  }
  .shown {
    display: grid;
  }
  .shown .address {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .icon-button {
    display: inline-grid;
    place-items: center;
    width: 28px;
    height: 28px;
    padding: 0;
    color: var(--_muted);
    background: none;
    border: 0;
    border-radius: 6px;
  }
  .icon-button:hover {
    color: var(--_text);
    background: var(--_sunken);
  }
  .icon-button .icon {
    width: 16px;
    height: 16px;
  }
  .icon-button:last-child {
    margin-inline-end: -6px;
  }
`
