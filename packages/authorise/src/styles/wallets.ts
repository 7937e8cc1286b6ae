import { css } from 'lit'

/** The wallets to choose from, and the account that was chosen. */
export const walletsStyles = css`
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
`
