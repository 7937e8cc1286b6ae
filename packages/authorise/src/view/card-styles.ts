import { css } from 'lit'

/**
 * The card, the base of all its parts, and their shared text styles. The margin of a slot is important, because a page's reset would win
 * over it.
 */
export const cardStyles = css`
  .card {
    display: flex;
    flex-direction: column;
    padding: var(--_padding) var(--_padding) calc(var(--_padding) - 8px);
    color: var(--_text);
    background: var(--_surface);
    border: 1px solid var(--_border);
    border-radius: var(--_corner);
    box-shadow: var(--billing-authorise-shadow, none);
    line-height: calc(22em / 15);
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
  .human,
  .preset,
  .least,
  .message,
  .text-button,
  .status,
  .times dt,
  .links .secondary,
  summary {
    font-size: calc(13em / 15);
    line-height: calc(18em / 13);
    color: var(--_muted);
  }
  .tail {
    color: var(--_muted);
  }
  .sentence {
    display: inline-block;
  }
  :is(.quiet, .note, .message, .row) :is(.quiet, .note, .row, .text-button) {
    font-size: 1em;
  }
  ::slotted([slot='summary']),
  ::slotted([slot='terms']),
  ::slotted([slot='help']),
  ::slotted([slot='done']),
  ::slotted([slot='footer']) {
    display: block;
    margin: 12px 0 0 !important;
    font-size: calc(13em / 15);
    line-height: calc(18em / 13);
  }
  .fixed,
  .duration,
  .glance,
  .meter,
  .receipt {
    margin-top: 16px;
    padding-top: 16px;
    border-top: 1px solid var(--_border);
  }
  .action {
    display: flex;
    flex-direction: column;
    gap: 12px;
    margin-top: 20px;
  }
  @container billing-authorise (max-width: 23.93em) {
    .card {
      --_padding: min(16px, var(--billing-authorise-padding, 16px));
      padding-bottom: calc(var(--_padding) - 4px);
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
  button,
  summary,
  select,
  .slider,
  a {
    -webkit-tap-highlight-color: transparent;
  }
  h3:focus-visible,
  .field :focus-visible {
    outline: none;
  }
`
