import { css } from 'lit'

/** Regions that appear once somebody goes on: messages, details, outcomes. */
export const furtherLayoutStyles = css`
  .steps .done::after {
    transform: none;
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
  details[open] summary .icon {
    transform: rotate(90deg);
  }
  .details > .quiet {
    margin-top: 8px;
  }
  .row {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 4px 16px;
    min-height: 32px;
    font-size: 13px;
    line-height: 18px;
  }
  .row dt {
    flex: none;
    color: var(--_muted);
  }
  .row dd {
    display: flex;
    align-items: center;
    justify-content: end;
    gap: 2px;
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
  .seal.danger {
    color: var(--_danger);
  }
`
