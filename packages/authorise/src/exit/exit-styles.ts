import { css } from 'lit'

/** The element's neutrals and accent (styles/tokens.ts), on a page of its own. */
export const exitStyles = css`
  :host {
    color-scheme: light dark;
    --accent: light-dark(#3a4ee0, #8091ff);
    --surface: light-dark(#ffffff, #16181d);
    --text: light-dark(#14171f, #f2f4f8);
    --muted: light-dark(#596072, #a1a8b8);
    --edge: light-dark(#8b93a7, #6b7388);
    display: block;
    max-width: 720px;
    margin: 0 auto;
    padding: 32px 16px 64px;
    color: var(--text);
    font: 16px/1.5 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
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
  }
  .quiet,
  dt,
  summary {
    color: var(--muted);
  }
  .quiet,
  label {
    font-size: 14px;
  }
  section,
  article {
    margin-top: 20px;
    padding: 20px;
    background: var(--surface);
    border: 1px solid light-dark(#e4e6ec, #2c303a);
    border-radius: 12px;
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
    margin: 0 0 16px;
  }
  dd {
    margin: 0;
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
    box-sizing: border-box;
    min-height: 44px;
    padding: 8px 16px;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--surface);
    color: inherit;
  }
  button,
  input {
    font: inherit;
  }
  button.first {
    border-color: var(--accent);
    background: var(--accent);
    color: light-dark(#ffffff, #101216);
    font-weight: 600;
  }
  button:disabled {
    opacity: 0.55;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  label,
  details,
  section > .row,
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
    color: light-dark(#b42318, #ff9b8f);
  }
  .good {
    color: light-dark(#0c7a52, #58d3a0);
  }
`
