import { css } from 'lit'

/** The element's neutrals and accent (styles/tokens.ts), on a page of its own. */
export const exitStyles = css`
  :host {
    color-scheme: light dark;
    --accent: light-dark(#3a4ee0, #8091ff);
    --on-accent: light-dark(#ffffff, #101216);
    --surface: light-dark(#ffffff, #16181d);
    --sunken: light-dark(#f4f5f8, #1f2229);
    --text: light-dark(#14171f, #f2f4f8);
    --muted: light-dark(#596072, #a1a8b8);
    --border: light-dark(#e4e6ec, #2c303a);
    --edge: light-dark(#8b93a7, #6b7388);
    --danger: light-dark(#b42318, #ff9b8f);
    --success: light-dark(#0c7a52, #58d3a0);
    display: block;
    max-width: 720px;
    margin: 0 auto;
    padding: 32px 16px 64px;
    color: var(--text);
    font: 16px/1.5 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  }
  h1 {
    margin: 0 0 8px;
    font-size: 28px;
    line-height: 1.2;
    letter-spacing: -0.02em;
  }
  h2 {
    margin: 0;
    font-size: 18px;
  }
  p {
    margin: 0 0 12px;
  }
  .quiet {
    color: var(--muted);
    font-size: 14px;
  }
  section,
  article {
    margin-top: 20px;
    padding: 20px;
    background: var(--surface);
    border: 1px solid var(--border);
    border-radius: 12px;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 4px 12px;
    margin-bottom: 12px;
  }
  dl {
    display: grid;
    grid-template-columns: minmax(0, 1fr) fit-content(50%);
    gap: 6px 16px;
    margin: 0 0 16px;
  }
  dt {
    color: var(--muted);
  }
  dd {
    margin: 0;
    text-align: end;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  code {
    font: 13px ui-monospace, Menlo, monospace;
    overflow-wrap: anywhere;
  }
  button,
  input,
  textarea {
    box-sizing: border-box;
    font: inherit;
    border-radius: 8px;
  }
  button {
    min-height: 44px;
    padding: 0 16px;
    border: 1px solid var(--edge);
    background: var(--surface);
    color: var(--text);
    cursor: pointer;
  }
  button.first {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
  }
  button:disabled {
    opacity: 0.55;
    cursor: default;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  label {
    display: block;
    margin-top: 12px;
    font-size: 14px;
  }
  input,
  textarea {
    width: 100%;
    min-height: 44px;
    margin-top: 4px;
    padding: 8px 12px;
    border: 1px solid var(--edge);
    background: var(--surface);
    color: var(--text);
  }
  textarea {
    min-height: 120px;
    font: 13px/1.4 ui-monospace, Menlo, monospace;
  }
  details {
    margin-top: 12px;
  }
  pre {
    margin: 8px 0 0;
    padding: 12px;
    background: var(--sunken);
    border-radius: 8px;
    font: 12px/1.5 ui-monospace, Menlo, monospace;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  summary {
    min-height: 24px;
    cursor: pointer;
    color: var(--muted);
  }
  [role='alert'],
  [role='status'] {
    margin: 12px 0 0;
    overflow-wrap: anywhere;
  }
  /* The result of a button far down the page is in sight. */
  .said {
    position: sticky;
    top: 0;
    padding: 8px 0;
    background: light-dark(#f4f5f8, #0e1014);
  }
  [role='alert'] {
    color: var(--danger);
  }
  .said:empty {
    display: none;
  }
  .said > [role],
  .effect {
    margin: 0 0 8px;
  }
  .effect {
    margin-top: 12px;
  }
  .others > summary {
    padding: 12px 0;
  }
  .more,
  section > .row {
    margin-top: 12px;
  }
  .good {
    color: var(--success);
  }
`
