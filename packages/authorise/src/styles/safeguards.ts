import { css } from 'lit'

/** A page's styles reach the parts, but only the element writes the signed amount. */
export const safeguardStyles = css`
  .figure::before,
  .figure::after,
  .hero::before,
  .hero::after,
  .primary::before,
  .primary::after {
    content: none !important;
  }
  .figure,
  .primary .label {
    text-indent: 0 !important;
  }
  .primary .label {
    font-size: max(0.9375rem, 1em) !important;
    color: inherit !important;
  }
`
