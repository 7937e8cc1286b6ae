import { css } from 'lit'

/** The end of the card: what opens the details, and the way out. Text of twice its size leaves room for one of them in a line. */
export const footStyles = css`
  .foot {
    position: relative;
    margin-top: 8px;
    padding-top: 12px;
    border-top: 1px solid var(--_border);
  }
  .foot .cancel {
    position: absolute;
    top: 12px;
    inset-inline-end: 0;
  }
  summary {
    display: flex;
    width: fit-content;
    align-items: center;
    gap: 4px;
    min-height: 24px;
    margin-inline-start: -4px;
    padding-inline-end: 4px;
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
  }
  summary .icon {
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
