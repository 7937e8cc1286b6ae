import { css } from 'lit'

/** A meter near its end, and the old one of a checkout that carries it on. */
export const carryOnStyles = css`
  .status.ending {
    padding: 2px 10px;
    margin: -3px 0;
    font-weight: var(--_weight);
    color: var(--_notice);
    background: var(--_notice-sunken);
    border: 1px solid var(--_notice-edge);
    border-radius: 99px;
  }
  .status.ending .icon {
    width: 16px;
    height: 16px;
  }
  .secondary.filled {
    color: var(--_on-accent);
    background: var(--_accent);
    border-color: transparent;
  }
  .secondary.filled:hover:not([aria-disabled]) {
    background: color-mix(in oklab, var(--_accent), var(--_shade) 14%);
    border-color: transparent;
  }
  .secondary.filled[aria-disabled] {
    color: var(--_muted);
    background: var(--_sunken);
  }
  .glance {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 12px;
  }
  .glance strong {
    font-weight: var(--_weight);
    font-variant-numeric: tabular-nums;
  }
  .glance .status {
    margin-inline-start: auto;
  }
  .note[part='carried'] a {
    display: inline-flex;
    align-items: center;
    min-height: var(--_line);
    padding-block: 4px;
  }
  .parts {
    display: grid;
    gap: 6px;
    margin-top: 8px;
  }
  .parts > div {
    display: flex;
    align-items: baseline;
    gap: 8px;
  }
  .parts dt::before {
    content: '';
    display: inline-block;
    width: 8px;
    height: 8px;
    margin-inline-end: 8px;
    border-radius: 2px;
  }
  .parts .kept dt::before {
    background: color-mix(in oklab, var(--_accent) 38%, var(--_surface));
  }
  .parts dt {
    flex: 1;
    font-size: calc(13em / 15);
    line-height: calc(20em / 13);
    color: var(--_muted);
  }
  .parts dd {
    text-align: end;
  }
  .parts s {
    margin-inline-end: 6px;
    color: var(--_muted);
  }
  .note a {
    color: inherit;
    text-underline-offset: 3px;
  }
`
