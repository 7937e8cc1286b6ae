import { css } from 'lit'

/** The stops before the next step: no wallet, which is quiet, and no money, which is amber because the subscriber can act. */
export const stopStyles = css`
  .message.problem.notice {
    flex-direction: column;
    gap: 12px;
    margin: 0;
    background: var(--_notice-sunken);
    border-color: var(--_notice-edge);
  }
  .message.problem.notice .icon {
    color: inherit;
  }
  .message.problem.notice .lead .icon {
    color: var(--_notice);
  }
  .lead {
    display: flex;
    gap: 8px;
  }
  .notice .controls {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    margin: 0;
  }
  .notice .secondary {
    padding-inline: 6px;
    gap: 6px;
    font-size: 1em;
  }
  .code[open] {
    grid-column: 1 / -1;
  }
  .code .icon {
    margin: 0;
  }
  .message.problem.neutral {
    background: var(--_sunken);
    border-color: var(--_border);
  }
  .message.problem.neutral > .icon {
    color: var(--_muted);
  }
  .action:has(.need) {
    margin-top: 18px;
    padding-top: 18px;
    border-top: 1px solid var(--_border);
  }
  .need {
    display: grid;
    gap: 6px;
  }
  .need h3 {
    font-size: calc(17em / 15);
    line-height: calc(24em / 17);
    font-weight: var(--_weight);
    text-wrap: balance;
  }
  .scan {
    display: grid;
    grid-template-columns: 9em minmax(0, 1fr);
    gap: 16px;
    align-items: center;
  }
  .scan.message {
    padding: 12px;
    color: var(--_text);
    background: var(--_sunken);
    border: 1px solid var(--_border);
    border-radius: var(--_corner-small);
  }
  .code .qr {
    margin-top: 8px;
  }
  .whole {
    display: block;
    margin-top: 4px;
    text-align: match-parent;
    white-space: normal;
    word-break: break-all;
    user-select: all;
  }
  .links {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 8px;
  }
  .links .secondary {
    justify-content: start;
    padding-inline: 8px;
    font-weight: normal;
    text-align: start;
  }
  .links strong {
    color: var(--_text);
  }
  .initial {
    flex: none;
    width: 26px;
    line-height: 26px;
    font-weight: var(--_weight);
    text-align: center;
    color: var(--_surface);
    background: var(--_text);
    border-radius: 8px;
  }
  .links + .text-button {
    align-self: start;
    margin-inline-start: -6px;
  }
  .or {
    display: flex;
    align-items: center;
    gap: 12px;
    font-size: calc(12em / 15);
    line-height: calc(16em / 12);
    text-align: center;
    color: var(--_muted);
  }
  .or::before,
  .or::after {
    content: '';
    flex: 1;
    height: 1px;
    background: var(--_border);
  }
  @container billing-authorise (max-width: 17em) {
    .links,
    .scan,
    .notice .controls {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`
