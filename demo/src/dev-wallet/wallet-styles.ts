/** Colours, type and buttons that the dialog and the panel share. Light or dark is the page's `color-scheme` to say. */
const SHARED = `
:host {
  --paper: light-dark(#ffffff, #161b28);
  --ink: light-dark(#141a2a, #eef1f7);
  --quiet: light-dark(#5b6478, #a3adc2);
  --line: light-dark(#d9dee8, #323a4e);
  --well: light-dark(#f4f6fa, #0f131d);
  --accent: light-dark(#1f5d46, #9ee6c4);
  --accent-ink: light-dark(#ffffff, #0c2a1e);
  --accent-over: light-dark(#174a37, #b9f0d6);
  font: 400 15px/22px system-ui, sans-serif;
  color: var(--ink);
}
* { box-sizing: border-box; margin: 0; }
[hidden] { display: none !important; }
button {
  font: inherit; font-weight: 600; min-height: 44px; padding: 0 16px; border-radius: 10px;
  border: 1px solid var(--line); background: transparent; color: inherit; cursor: pointer;
  transition: background-color 120ms ease-out;
}
button:hover { background: var(--well); }
button.primary { background: var(--accent); border-color: transparent; color: var(--accent-ink); }
button.primary:hover { background: var(--accent-over); }
button:disabled { opacity: 0.6; cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.quiet { color: var(--quiet); font-size: 13px; line-height: 18px; }
.mono { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 12px; line-height: 18px; overflow-wrap: anywhere; }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; animation: none !important; } }
@media (forced-colors: active) { button, dialog, .well, .panel { border: 1px solid CanvasText; } }
`

const DIALOG = `
dialog {
  width: min(420px, calc(100vw - 32px)); max-height: calc(100dvh - 32px); margin: auto; padding: 0;
  border: 1px solid var(--line); border-radius: 16px; background: var(--paper); color: var(--ink); overflow: hidden;
}
dialog[open] { display: flex; flex-direction: column; animation: rise 160ms ease-out; }
dialog::backdrop { background: rgb(10 14 24 / 0.55); }
@keyframes rise { from { opacity: 0; transform: translateY(8px); } }
header { display: flex; align-items: center; gap: 12px; padding: 16px 24px; border-bottom: 1px solid var(--line); }
header img { width: 32px; height: 32px; flex: none; }
header strong { flex: 1; }
.chip { border: 1px solid var(--line); border-radius: 999px; padding: 1px 10px; }
.body { padding: 20px 24px; overflow: auto; display: grid; gap: 16px; }
h2 { font-size: 19px; line-height: 26px; font-weight: 650; }
.hero { font-size: 34px; line-height: 40px; font-weight: 650; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.well { background: var(--well); border: 1px solid var(--line); border-radius: 10px; padding: 12px; }
pre.well { white-space: pre-wrap; max-height: 300px; overflow: auto; }
dl { display: grid; gap: 12px; }
dt { color: var(--quiet); font-size: 13px; line-height: 18px; }
dd { margin: 0; overflow-wrap: anywhere; }
summary { cursor: pointer; width: fit-content; border-radius: 6px; color: var(--quiet); font-size: 13px; min-height: 24px; }
details[open] summary { margin-bottom: 8px; }
footer { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; padding: 16px 24px; border-top: 1px solid var(--line); }
@media (max-width: 360px) { header, .body, footer { padding-inline: 16px; } .hero { font-size: 28px; line-height: 34px; } }
`

const PANEL = `
:host { display: block; container-type: inline-size; }
.panel {
  display: flex; flex-wrap: wrap; align-items: center; gap: 12px 16px; padding: 12px 16px;
  border: 1px solid var(--line); border-radius: 12px; background: var(--paper);
}
.panel img { width: 32px; height: 32px; flex: none; }
.who { flex: 1 1 140px; min-width: 0; }
.balance { font-weight: 600; font-variant-numeric: tabular-nums; }
@container (max-width: 340px) { button { flex: 1 1 100%; } }
`

/** Constructed sheets need no `unsafe-inline` in the page's policy. */
export function adoptStyles(root: ShadowRoot, which: 'dialog' | 'panel'): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(SHARED + (which === 'dialog' ? DIALOG : PANEL))
  root.adoptedStyleSheets = [sheet]
}
