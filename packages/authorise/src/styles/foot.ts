import { css } from 'lit'

/** The end of the card: the Details disclosure, and the way out. Text of twice its size leaves room for one of them in a line. */
export const footStyles = css`
  .foot {
    position: relative;
    margin-top: 16px;
    padding-top: 8px;
    border-top: 1px solid var(--_border);
  }
  .foot .cancel {
    position: absolute;
    top: 8px;
    inset-inline-end: 0;
  }
  .foot .matches {
    display: flex;
    float: inline-end;
    align-items: center;
    gap: 6px;
    min-height: var(--_line);
  }
  .matches .icon {
    width: 16px;
    height: 16px;
    color: var(--_success);
  }
  .details > :not(summary) {
    clear: both;
  }
  summary {
    display: flex;
    width: fit-content;
    align-items: center;
    gap: 4px;
    min-height: var(--_line);
    padding-inline-end: 6px;
    font-size: calc(13em / 15);
    line-height: calc(18em / 13);
    color: var(--_muted);
    border-radius: 6px;
    cursor: pointer;
    list-style: none;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary:hover {
    color: var(--_text);
    background: var(--_sunken);
  }
  summary .icon {
    margin-inline-start: -5px;
    width: 16px;
    height: 16px;
    transition: transform var(--_ease);
  }
  @container billing-authorise (max-width: 17em) {
    .foot .cancel {
      position: static;
    }
    .bone {
      white-space: normal;
    }
  }
`
