import { css } from 'lit'

/** The rows of payer and email, of one height. */
export const identityStyles = css`
  .identity {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 52px;
    padding: 3px 12px;
    border: 1px solid var(--_border);
    border-radius: var(--_corner-small);
  }
  .identity > .icon {
    color: var(--_muted);
  }
  .identity.payer {
    background: var(--_sunken);
    border-color: transparent;
  }
  .identity.field {
    border-color: var(--_field);
    cursor: text;
    transition: border-color var(--_ease);
  }
  .identity.field:hover {
    border-color: var(--_text);
  }
  .identity.invalid {
    border-color: var(--_danger);
  }
  .labelled {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-width: 0;
  }
  .labelled .says {
    line-height: calc(20em / 15);
  }
  .labelled .label {
    font-size: calc(12em / 15);
    line-height: calc(16em / 12);
    color: var(--_muted);
  }
  .email {
    width: 100%;
    min-height: calc(22em / 15);
    font-size: var(--_field-size);
    line-height: inherit;
    padding: 0;
    background: none;
    border: 0;
  }
  .email::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
`
