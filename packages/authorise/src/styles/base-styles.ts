import { css } from 'lit'

/**
 * Tokens and plain elements, for the card and the exit page: neutrals of one hue, one accent, one scale of four pixels. The public
 * properties are the names without an underscore. The frame's column gives a shrink-to-fit place the greatest width, or the width there is.
 * The card inherits nothing, so that no style of the page can change the signed amount.
 */
export const baseStyles = css`
  :host {
    color-scheme: light dark;
    display: block;
    max-width: var(--billing-authorise-max-width, max(440px, 27.5rem));
    break-inside: avoid;
    text-align: start;
  }
  :host([hidden]) {
    display: none;
  }
  .frame[data-theme='light'] {
    color-scheme: light;
  }
  .frame[data-theme='dark'] {
    color-scheme: dark;
  }
  .frame {
    display: grid;
    grid-template-columns: minmax(0, var(--billing-authorise-max-width, max(440px, 27.5rem)));
    container: billing-authorise / inline-size;
    font-size: var(--billing-authorise-font-size, max(15px, 0.9375rem));
  }
  .card {
    all: initial;
    color-scheme: inherit;
    visibility: inherit;
    font-size: inherit;
    --_accent: var(
      --billing-authorise-accent,
      light-dark(var(--_accent-light, #3a4ee0), var(--_accent-dark, #8091ff))
    );
    --_on-accent: var(
      --billing-authorise-on-accent,
      light-dark(var(--_on-accent-light, #ffffff), var(--_on-accent-dark, #101216))
    );
    --_surface: var(--billing-authorise-background, light-dark(#ffffff, #16181d));
    --_sunken: var(--billing-authorise-sunken, light-dark(#f4f5f8, #1f2229));
    --_raised: light-dark(#ffffff, #363b47);
    --_hover: light-dark(#e9ebf1, #2a2e38);
    --_text: var(--billing-authorise-text, light-dark(#14171f, #f2f4f8));
    --_muted: var(--billing-authorise-muted, light-dark(#596072, #a1a8b8));
    --_tail: light-dark(#81899b, #7f8799);
    --_border: var(--billing-authorise-border, light-dark(#e4e6ec, #2c303a));
    --_edge: var(--billing-authorise-edge, light-dark(#c8ccd6, #434957));
    --_field: var(--billing-authorise-edge, light-dark(#858c9d, #6b7384));
    --_notice: light-dark(#8f5300, #f4c06b);
    --_notice-sunken: light-dark(#fff8ea, #2a2112);
    --_notice-edge: light-dark(#f0d9a6, #574318);
    --_danger: var(--billing-authorise-danger, light-dark(#b42318, #ff9b8f));
    --_danger-sunken: light-dark(#fdf2f0, #2b1b1c);
    --_danger-edge: light-dark(#f3cfca, #55302f);
    --_success: var(--billing-authorise-success, light-dark(#0c7a52, #58d3a0));
    --_success-sunken: light-dark(#eef8f3, #12261d);
    --_success-edge: light-dark(#c3e6d5, #23523d);
    --_corner: var(--billing-authorise-radius, 12px);
    --_corner-small: var(--_corner-button, var(--billing-authorise-button-radius, min(8px, var(--_corner))));
    --_weight: var(--billing-authorise-font-weight, 600);
    --_padding: var(--billing-authorise-padding, 24px);
    --_shade: light-dark(#000000, #ffffff);
    --_tap: 36px;
    --_preset: 30px;
    --_line: 24px;
    --_thumb: 20px;
    --_field-size: 1em;
    --_ease: 160ms cubic-bezier(0.2, 0, 0, 1);
    font-family: var(--billing-authorise-font,
        -apple-system,
        BlinkMacSystemFont,
        'Segoe UI',
        Roboto,
        'Helvetica Neue',
        Arial,
        sans-serif
    );
  }
  @media (pointer: coarse) {
    .card {
      --_tap: 44px;
      --_preset: 44px;
      --_line: 44px;
      --_thumb: 28px;
      --_field-size: max(16px, 1em);
    }
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  p,
  h2,
  h3,
  dl,
  dd,
  ol,
  ul,
  fieldset,
  legend {
    margin: 0;
    padding: 0;
    border: 0;
    font: inherit;
    min-width: 0;
  }
  button,
  input,
  textarea,
  select {
    font: inherit;
    letter-spacing: inherit;
    color: inherit;
  }
  button {
    cursor: pointer;
  }
  button:disabled {
    cursor: default;
  }
  :focus-visible,
  .field:has(:focus-visible) {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
`
