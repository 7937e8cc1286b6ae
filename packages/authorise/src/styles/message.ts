import { css } from 'lit'

/** Below the button: three facts, or what went wrong. */
export const messageStyles = css`
  .message {
    display: flex;
    gap: 8px;
    min-height: 40px;
    font-size: calc(13em / 15);
    line-height: calc(18em / 13);
  }
  .message .icon {
    width: 18px;
    height: 18px;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    flex: 1;
    justify-content: space-between;
    gap: 4px 12px;
    color: var(--_muted);
  }
  .facts li {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 20px;
  }
  @container billing-authorise (max-width: 23.93em) {
    .facts {
      justify-content: start;
    }
    .message {
      min-height: 44px;
    }
  }
  .message.info {
    color: var(--_muted);
  }
  .message.problem {
    margin-bottom: 4px;
    padding: 10px 12px;
    color: var(--_text);
    background: var(--_danger-sunken);
    border: 1px solid var(--_danger-edge);
    border-radius: var(--_corner-small);
    animation: appear var(--_ease) backwards;
  }
  .message.problem .icon {
    color: var(--_danger);
  }
  .message strong {
    font-weight: var(--_weight);
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
`
