import { css } from 'lit'

/** The running meter and its controls. */
export const meterStyles = css`
  :is(.meter, .receipt):not(:has(+ .foot)) {
    margin-bottom: 12px;
  }
  .caption-row {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 4px 12px;
  }
  .status {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    white-space: nowrap;
  }
  .dot {
    width: 8px;
    height: 8px;
    background: currentColor;
    border: 1px solid transparent;
    border-radius: 50%;
  }
  .status.running {
    color: var(--_success);
  }
  .status.running .dot {
    animation: beat 1s ease-out infinite alternate;
  }
  .status.past_due {
    color: var(--_danger);
  }
  @keyframes beat {
    to {
      opacity: 0.35;
    }
  }
  .bar {
    display: block;
    width: 100%;
    height: 6px;
    margin: 16px 0 10px;
    appearance: none;
    overflow: hidden;
    background: var(--_border);
    border: 0;
    border-radius: 3px;
  }
  .bar::-webkit-progress-bar {
    background: var(--_border);
  }
  .bar::-webkit-progress-value {
    min-width: 3px;
    background: var(--_accent);
    border-radius: 3px;
  }
  .bar[value='0']::-webkit-progress-value {
    min-width: 0;
  }
  .bar::-moz-progress-bar {
    background: var(--_accent);
    border-radius: 3px;
  }
  .times {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 4px 16px;
  }
  .times > :last-child {
    text-align: end;
  }
  .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 20px;
  }
  /* Buttons that would break a word take another line. */
  .controls > * {
    flex: 1 1 0;
    overflow-wrap: break-word;
  }
  .secondary {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-height: 48px;
    padding: 8px 12px;
    font-weight: var(--_weight);
    text-align: center;
    text-decoration: none;
    color: var(--_text);
    background: var(--_surface);
    border: 1px solid var(--_edge);
    border-radius: var(--_corner-small);
    transition:
      background-color var(--_ease),
      border-color var(--_ease),
      transform var(--_ease);
  }
  .secondary:hover:not([aria-disabled]) {
    background: var(--_sunken);
    border-color: var(--_field);
  }
  .secondary:active:not([aria-disabled]) {
    transform: scale(0.99);
  }
  .secondary[aria-disabled] {
    color: var(--_muted);
    border-color: var(--_border);
    cursor: default;
  }
  .secondary.danger {
    color: light-dark(#ffffff, #2b0f0c);
    background: var(--_danger);
    border-color: transparent;
  }
  .secondary.danger:hover {
    background: color-mix(in oklab, var(--_danger), var(--_shade) 14%);
    border-color: transparent;
  }
  .confirm {
    margin: 20px 0 0;
    padding: 16px;
    background: var(--_sunken);
    border: 1px solid var(--_border);
    border-radius: var(--_corner-small);
    animation: appear var(--_ease) backwards;
  }
  .confirm strong {
    font-weight: var(--_weight);
  }
  .confirm .controls {
    margin: 16px 0 0;
  }
  .meter .message.info {
    min-height: 0;
  }
  .meter .message {
    margin-top: 12px;
  }
  .times + .message {
    margin-top: 20px;
  }
  @media (forced-colors: active) {
    .bar,
    .confirm,
    .dot {
      border: 1px solid CanvasText;
    }
    .bar {
      height: 8px;
      forced-color-adjust: none;
    }
    .bar,
    .bar::-webkit-progress-bar {
      background: Canvas;
    }
    .bar::-webkit-progress-value {
      background: Highlight;
    }
    .bar::-moz-progress-bar {
      background: Highlight;
    }
  }
`
