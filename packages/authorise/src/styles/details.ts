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
  .shows[open] {
    padding: 12px;
    background: var(--_sunken);
    border-radius: var(--_corner-small);
  }
  .shows[open] summary {
    color: var(--_text);
    font-weight: var(--_weight);
  }
  .shown {
    display: grid;
    grid-template-columns: minmax(0, 6.5em) minmax(0, 1fr);
    gap: 0 12px;
    padding: 6px 0;
    font-size: calc(13em / 15);
    line-height: calc(18em / 13);
    border-top: 1px solid var(--_border);
  }
  .shown dt {
    color: var(--_muted);
  }
  .shown dd {
    display: grid;
  }
  .shown .quiet {
    font-size: 1em;
  }
  .shown .address {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .shows dl + .quiet {
    margin: 0;
    padding-top: 8px;
    border-top: 1px solid var(--_border);
  }
  .icon-button {
    display: inline-grid;
    place-items: center;
    width: max(28px, var(--_line));
    height: max(28px, var(--_line));
    margin-block: calc((28px - max(28px, var(--_line))) / 2);
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
    margin-inline-end: calc((16px - max(28px, var(--_line))) / 2);
  }
`
