import { css } from 'lit'

/** Below the button: three facts in the columns of the three steps, or in their place a message. */
export const messageStyles = css`
  .message {
    display: flex;
    gap: 8px;
    min-height: 40px;
    font-size: calc(13em / 15);
    line-height: calc(18em / 13);
  }
  :is(.message, .text-button, .secondary) .icon {
    width: 18px;
    height: 18px;
  }
  .facts {
    display: grid;
    flex: 1;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 4px;
    color: var(--_muted);
    overflow-wrap: break-word;
  }
  .facts li {
    display: flex;
    flex-direction: column;
    gap: 3px;
  }
  .facts .bone {
    white-space: normal;
  }
  .facts .icon {
    margin-inline-start: -2px;
  }
  .message.info {
    color: var(--_muted);
  }
  .message.problem {
    margin-bottom: 4px;
    padding: 12px;
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
  @container billing-authorise (max-width: 23.93em) {
    .facts {
      font-size: calc(12em / 13);
      line-height: calc(16em / 12);
    }
  }
  @container billing-authorise (max-width: 17em) {
    .facts {
      grid-template-columns: minmax(0, 1fr);
    }
    .facts li {
      flex-direction: row;
      gap: 8px;
    }
  }
`
