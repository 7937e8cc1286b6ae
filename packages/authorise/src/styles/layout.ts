import { css } from 'lit'

/** The card and the regions of the first screen from top to bottom. Sizes follow the element's own width: it may sit in a sidebar. */
export const layoutStyles = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  .card {
    box-sizing: border-box;
    display: flex;
    flex-direction: column;
    padding: var(--_padding) var(--_padding) calc(var(--_padding) - 8px);
    color: var(--_text);
    background: var(--_surface);
    border: 1px solid var(--_border);
    border-radius: var(--_corner);
    box-shadow: var(--billing-authorise-shadow, none);
    font-size: var(--billing-authorise-font-size, 15px);
    line-height: 22px;
    font-variant-numeric: tabular-nums;
    -webkit-font-smoothing: antialiased;
    overflow-wrap: anywhere;
  }
  .card:lang(ja) {
    word-break: auto-phrase;
  }
  .card:lang(ko) {
    word-break: keep-all;
  }
  p,
  h2,
  h3,
  dl,
  dd,
  ol,
  ul,
  fieldset,
  legend {
    margin: 0;
    padding: 0;
    border: 0;
    font: inherit;
    min-width: 0;
  }
  ol,
  ul {
    list-style: none;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .icon {
    flex: none;
    width: 20px;
    height: 20px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  :is(.icon-chevron, .icon-refund, .icon-open):dir(rtl) {
    transform: scaleX(-1);
  }
  .quiet,
  .note,
  .caption,
  .merchant,
  .human {
    color: var(--_muted);
  }
  .note,
  .caption,
  .merchant,
  .human,
  .quiet {
    font-size: 13px;
    line-height: 18px;
  }
  ::slotted([slot='summary']),
  ::slotted([slot='terms']),
  ::slotted([slot='help']),
  ::slotted([slot='done']),
  ::slotted([slot='footer']) {
    display: block;
    /* A page's own reset would otherwise win over this. */
    margin: 12px 0 0 !important;
    font-size: 13px;
    line-height: 18px;
  }
  ::slotted([slot='logo']) {
    flex: none;
    width: 32px;
    height: 32px;
  }
  .who {
    display: flex;
    align-items: center;
    gap: 12px;
  }
  .logo {
    flex: none;
    width: 32px;
    height: 32px;
    border-radius: 8px;
    object-fit: cover;
  }
  .monogram {
    display: grid;
    place-items: center;
    font-weight: var(--_weight);
    text-transform: uppercase;
    color: var(--_on-accent);
    background: var(--_accent);
    forced-color-adjust: none;
  }
  .names {
    flex: 1;
    min-width: 0;
  }
  .product {
    font-weight: var(--_weight);
    line-height: 20px;
  }
  .merchant {
    line-height: 16px;
  }
  .badge {
    align-self: start;
    padding: 1px 8px;
    font-size: 12px;
    line-height: 18px;
    white-space: nowrap;
    color: light-dark(#7a4a00, #f4c06b);
    background: light-dark(#fff4de, #33270f);
    border: 1px solid light-dark(#f2ddb0, #574318);
    border-radius: 99px;
  }
  .rate {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 8px;
    margin-top: 16px;
  }
  .fixed {
    margin-top: 16px;
    padding-top: 16px;
    border-top: 1px solid var(--_border);
  }
  .hero {
    margin-top: 20px;
    padding-top: 20px;
    border-top: 1px solid var(--_border);
  }
  .figure {
    margin: 2px 0 4px;
    margin-inline-start: -1px;
    min-height: 48px;
    line-height: 48px;
    font-weight: var(--_weight);
    letter-spacing: -0.02em;
  }
  .figure.large {
    font-size: 40px;
  }
  .figure.unknown {
    color: var(--_muted);
    font-size: 24px;
    font-weight: 400;
  }
  .figure.medium {
    font-size: 32px;
  }
  .figure.small {
    font-size: 24px;
    letter-spacing: -0.01em;
  }
  .figure.tiny {
    padding: 12px 0;
    font-size: 17px;
    line-height: 24px;
    letter-spacing: 0;
  }
  .figure.least {
    font-size: 14px;
    line-height: 22px;
  }
  /* Inline, because screen readers read boxes one by one. */
  .digit {
    animation: digit var(--_ease) backwards;
  }
  @keyframes digit {
    from {
      opacity: 0;
    }
  }
  .hero .note {
    min-height: 36px;
    text-wrap: balance;
  }
  .note.invalid {
    color: var(--_danger);
  }
  .rounded {
    display: block;
    color: var(--_text);
  }
  .action {
    display: flex;
    flex-direction: column;
    gap: 12px;
    margin-top: 20px;
  }
  .steps {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: 1fr;
    gap: 4px;
  }
  .steps li {
    position: relative;
    padding-top: 7px;
    font-size: 12px;
    line-height: 16px;
    color: var(--_muted);
  }
  .steps .current {
    color: var(--_text);
  }
  .steps li::before,
  .steps li::after {
    content: '';
    position: absolute;
    inset: 0 0 auto;
    height: 3px;
    background: var(--_border);
    border-radius: 2px;
  }
  .steps li::after {
    background: var(--_accent);
    border-radius: 2px;
    transform: scaleX(0);
    transform-origin: 0 50%;
    transition: transform 200ms cubic-bezier(0.2, 0, 0, 1);
  }
  .steps li:dir(rtl)::after {
    transform-origin: 100% 50%;
  }
  .steps .current::after {
    transform: scaleX(0.5);
  }
  .message {
    display: flex;
    gap: 8px;
    min-height: 40px;
    font-size: 13px;
    line-height: 18px;
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
    font-size: 13px;
    line-height: 18px;
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
  .outcome {
    padding: 28px 0 24px;
    text-align: center;
  }
  .outcome h3 {
    font-size: 17px;
    line-height: 24px;
    font-weight: var(--_weight);
  }
  .outcome .note {
    margin-top: 4px;
    text-wrap: balance;
  }
  .seal {
    display: inline-grid;
    place-items: center;
    width: 44px;
    height: 44px;
    margin-bottom: 12px;
    color: var(--_success);
    background: var(--_sunken);
    border: 1px solid var(--_border);
    border-radius: 50%;
  }
  .bone {
    display: inline-block;
    background: var(--_sunken);
    border-radius: 6px;
    white-space: nowrap;
    user-select: none;
    animation: breathe 1.6s ease-in-out infinite alternate;
  }
  .bone > span {
    visibility: hidden;
  }
  .names .bone {
    clip-path: inset(2px 0 round 6px);
  }
  .foot .bone {
    display: block;
    width: 64px;
    height: 24px;
  }
  @keyframes breathe {
    to {
      opacity: 0.5;
    }
  }
  @container billing-authorise (max-width: 359px) {
    .card {
      --_padding: min(16px, var(--billing-authorise-padding, 16px));
      padding-bottom: calc(var(--_padding) - 4px);
    }
    .figure.large {
      font-size: 36px;
    }
    .figure.small {
      font-size: 21px;
    }
    .facts {
      justify-content: start;
    }
    .message {
      min-height: 44px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation: none !important;
      transition: none !important;
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
  .seal.danger {
    color: var(--_danger);
  }
`
