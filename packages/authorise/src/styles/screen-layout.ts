import { css } from 'lit'

/** Regions that appear once somebody goes on: messages, details, outcomes. */
export const screenLayoutStyles = css`
  .steps .done::after {
    transform: none;
  }
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
    font-size: 13px;
    line-height: 18px;
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
    font-size: 12px;
  }
  .seal.quiet {
    color: var(--_muted);
  }
  .matches {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .matches .icon {
    width: 16px;
    height: 16px;
    color: var(--_success);
  }
  .lock {
    padding-bottom: 8px;
  }
`
