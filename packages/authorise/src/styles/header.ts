import { css } from 'lit'

/** Merchant, product and rate. */
export const headerStyles = css`
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
    line-height: calc(20em / 15);
  }
  .merchant {
    line-height: calc(16em / 13);
  }
  .badge {
    align-self: start;
    padding: 1px 8px;
    font-size: calc(12em / 15);
    line-height: calc(18em / 12);
    white-space: nowrap;
    color: var(--_notice);
    background: var(--_notice-sunken);
    border: 1px solid var(--_notice-edge);
    border-radius: 99px;
  }
  .rate {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 8px;
    margin-top: 16px;
  }
`
