import { css } from 'lit'

/** What is pressed or typed into once somebody goes on: the identity row, wallets, small buttons. */
export const screenControlStyles = css`
  .account {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-width: 0;
  }
  .account .wallet-name {
    line-height: 20px;
  }
  .account .address {
    align-self: start;
    white-space: normal;
    line-height: 16px;
    white-space: normal;
    color: var(--_muted);
  }
  .address bdi,
  .balance {
    white-space: nowrap;
  }
  .wallets {
    display: flex;
    flex-direction: column;
    gap: 8px;
    animation: appear var(--_ease) backwards;
  }
  .wallet {
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: 48px;
    padding: 8px 12px;
    text-align: start;
    background: var(--_surface);
    border: 1px solid var(--_edge);
    border-radius: var(--_corner-small);
    transition: transform var(--_ease);
  }
  .wallet:hover {
    background: var(--_sunken);
  }
  .wallet .wallet-name {
    flex: 1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: var(--_weight);
  }
  .wallet > .icon {
    color: var(--_muted);
  }
  .wallet-icon {
    border-radius: 6px;
  }
  a.text-button {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .icon-button {
    display: inline-grid;
    place-items: center;
    width: 28px;
    height: 28px;
    padding: 0;
    color: var(--_muted);
    background: none;
    border: 0;
    border-radius: 6px;
  }
  .icon-button:hover {
    color: var(--_text);
    background: var(--_sunken);
  }
  .icon-button .icon {
    width: 16px;
    height: 16px;
  }
  .icon-button:last-child {
    margin-inline-end: -6px;
  }
`
