import { css } from 'lit'

/** The one button, and the small ones that are only words. */
export const primaryStyles = css`
  .primary {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    width: 100%;
    min-height: 48px;
    padding: 8px 16px;
    font-weight: var(--_weight);
    text-align: center;
    text-decoration: none;
    color: var(--_on-accent);
    background: var(--_accent);
    border: 1px solid transparent;
    border-radius: var(--_corner-small);
    transition:
      background-color var(--_ease),
      transform var(--_ease);
  }
  .primary:hover:not(:disabled, .busy) {
    background: color-mix(in oklab, var(--_accent), var(--_shade) 14%);
  }
  .primary:active:not(:disabled, .busy) {
    background: color-mix(in oklab, var(--_accent), var(--_shade) 22%);
    transform: scale(0.99);
  }
  .primary:disabled,
  .primary.busy {
    color: var(--_muted);
    background: var(--_sunken);
    border-color: var(--_border);
    cursor: default;
  }
  .primary.busy {
    color: var(--_text);
  }
  .primary .label {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .spinner {
    flex: none;
    width: 16px;
    height: 16px;
    border: 2px solid var(--_edge);
    border-top-color: var(--_accent);
    border-radius: 50%;
    animation: turn 0.8s linear infinite;
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  .text-button {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-height: var(--_line);
    padding: 2px 6px;
    margin-inline-end: -6px;
    background: none;
    border: 0;
    border-radius: 6px;
  }
  .text-button:hover {
    color: var(--_text);
    background: var(--_sunken);
  }
  @media (pointer: coarse) {
    .text-button {
      justify-content: center;
      min-width: 44px;
    }
  }
`
