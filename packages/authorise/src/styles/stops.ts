import { css } from 'lit'

/** Beside the red of a failure: amber where a person can act, neutral where they have answered. */
export const stopStyles = css`
  .message.problem.notice {
    background: light-dark(#fff8ea, #2a2112);
    border-color: light-dark(#f0d9a6, #574318);
  }
  .message.problem.notice .icon {
    color: inherit;
  }
  .message.problem.notice > .icon {
    color: light-dark(#8f5300, #f4c06b);
  }
  .message.problem.neutral {
    background: var(--_sunken);
    border-color: transparent;
  }
  .message.problem.neutral > .icon {
    color: var(--_muted);
  }
  .stack {
    display: grid;
    flex: 1;
    gap: 8px;
    min-width: 0;
  }
  .stack .text-button {
    justify-self: start;
  }
  .stack .secondary {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
  }
  .stack .whole {
    white-space: normal;
    word-break: break-all;
    user-select: all;
  }
`
