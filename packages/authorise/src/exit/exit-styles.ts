import { css } from 'lit'

/** The page in the element's look: a card as wide as a text, without a frame. */
export const exitStyles = css`
  :host {
    max-width: 720px;
    margin: 0 auto;
    padding: 32px 16px 64px;
    font-size: 16px;
  }
  .card {
    display: block;
    color: var(--_text);
    line-height: 1.5;
    overflow-wrap: anywhere;
  }
  h1,
  h2,
  p {
    margin: 0 0 12px;
  }
  h1 {
    font-size: 28px;
    line-height: 1.2;
  }
  h2 {
    font-size: 18px;
    font-weight: bold;
  }
  .quiet,
  dt,
  summary {
    color: var(--_muted);
  }
  .quiet,
  label {
    font-size: 14px;
  }
  section,
  article {
    margin-top: 20px;
    padding: 20px;
    background: var(--_surface);
    border: 1px solid var(--_border);
    border-radius: var(--_corner);
  }
  header,
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  header {
    align-items: baseline;
    justify-content: space-between;
  }
  dl {
    display: grid;
    grid-template-columns: minmax(0, 1fr) fit-content(50%);
    gap: 6px 16px;
    margin-bottom: 16px;
  }
  dd {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  code,
  pre,
  textarea {
    font: 13px/1.5 ui-monospace, Menlo, monospace;
    white-space: pre-wrap;
  }
  button,
  input,
  textarea {
    min-height: 44px;
    padding: 8px 16px;
    border: 1px solid var(--_field);
    border-radius: var(--_corner-small);
    background: var(--_surface);
  }
  button.first {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: var(--_weight);
  }
  button:disabled {
    opacity: 0.55;
  }
  label,
  details,
  section > .row,
  .row + p,
  .more {
    margin-top: 12px;
  }
  label {
    display: block;
  }
  input,
  textarea {
    display: block;
    width: 100%;
  }
  textarea {
    min-height: 120px;
  }
  summary {
    min-height: 24px;
  }
  /* The result of a button far down the page is in sight. */
  .said {
    position: sticky;
    top: 0;
    background: light-dark(#f4f5f8, #0e1014);
  }
  [role='alert'] {
    color: var(--_danger);
  }
  .good {
    color: var(--_success);
  }
`
