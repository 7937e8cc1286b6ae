import { css } from 'lit'

/** A wallet on another device, the open signature request, and the ways out of a wait. A code is dark on light in every theme. */
export const waitingStyles = css`
  a.text-button {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .lock {
    padding-bottom: 8px;
  }
  .pairing {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 12px;
    animation: appear var(--_ease) backwards;
  }
  .qr {
    width: 100%;
    max-width: 240px;
    background: #ffffff;
    fill: #000000;
    border: 1px solid var(--_border);
    border-radius: var(--_corner-small);
    shape-rendering: crispedges;
    forced-color-adjust: none;
  }
  .pairing .controls {
    width: 100%;
    margin: 0;
  }
  .message:has(.ways) {
    flex-wrap: wrap;
  }
  .message:has(.ways) > p {
    flex: 1;
  }
  .ways {
    display: flex;
    flex-basis: 100%;
    flex-wrap: wrap;
    gap: 0 20px;
    padding-inline-start: 26px;
  }
  .message:has(.ways) > .own-problem {
    flex: 0 0 100%;
    padding-inline-start: 26px;
    color: var(--_danger);
  }
  .message .text-button {
    margin-inline: -6px;
    padding-inline: 6px;
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 3px;
    color: var(--_text);
  }
  .message .text-button[aria-disabled] {
    text-decoration: none;
    color: var(--_muted);
    cursor: default;
  }
  .longest {
    display: flex;
    margin-top: 4px;
    font-weight: var(--_weight);
  }
`
