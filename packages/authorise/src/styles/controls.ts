import { css } from 'lit'

/** What is pressed, typed into or dragged on the first screen. */
export const controlStyles = css`
  button,
  input,
  select {
    font: inherit;
    letter-spacing: inherit;
    color: inherit;
  }
  button,
  summary,
  select,
  .slider,
  a {
    -webkit-tap-highlight-color: transparent;
  }
  button {
    cursor: pointer;
  }
  button:disabled {
    cursor: default;
  }
  :focus-visible,
  .field:focus-within {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .duration {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 12px;
    margin-top: 16px;
    padding-top: 16px;
    border-top: 1px solid var(--_border);
  }
  .duration legend,
  .duration .legend {
    float: inline-start;
    /* Beside the field where its longest word fits there. */
    flex: 1 1 min-content;
    font-weight: var(--_weight);
    overflow-wrap: break-word;
  }
  .exactly {
    display: flex;
    margin-inline-start: auto;
  }
  .duration .amount,
  .duration .unit {
    min-height: 36px;
    background: var(--_surface);
    border: 1px solid var(--_edge);
    appearance: none;
    font-size: 15px;
  }
  .duration .amount {
    width: 5.8em;
    padding: 0 8px;
    text-align: end;
    border-start-start-radius: var(--_corner-small);
    border-end-start-radius: var(--_corner-small);
    border-inline-end: 0;
    -moz-appearance: textfield;
  }
  .duration .amount::-webkit-inner-spin-button,
  .duration .amount::-webkit-outer-spin-button {
    appearance: none;
    margin: 0;
  }
  .duration .unit {
    padding: 0 28px 0 10px;
    padding-inline: 10px 28px;
    border-start-end-radius: var(--_corner-small);
    border-end-end-radius: var(--_corner-small);
    background-image:
      linear-gradient(45deg, transparent 50%, var(--_muted) 50%),
      linear-gradient(-45deg, transparent 50%, var(--_muted) 50%);
    background-position:
      calc(100% - 16px) 50%,
      calc(100% - 12px) 50%;
    background-size: 4px 4px;
    background-repeat: no-repeat;
    cursor: pointer;
  }
  .duration .unit:dir(rtl) {
    background-position:
      12px 50%,
      16px 50%;
  }
  .duration .amount[aria-invalid='true'] {
    border-color: var(--_danger);
    border-inline-end: 1px solid var(--_danger);
    margin-inline-end: -1px;
    position: relative;
  }
  .duration .amount:focus-visible,
  .duration .unit:focus-visible {
    position: relative;
    z-index: 1;
  }
  .presets {
    flex: 0 0 100%;
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    padding: 3px;
    background: var(--_sunken);
    border-radius: calc(var(--_corner-small) + 2px);
  }
  .preset {
    flex: 1 1 0;
    min-height: 30px;
    padding: 0;
    font-size: 13px;
    line-height: 18px;
    white-space: nowrap;
    color: var(--_muted);
    background: none;
    border: 1px solid transparent;
    border-radius: var(--_corner-small);
    transition: color var(--_ease);
  }
  .preset:hover:enabled {
    color: var(--_text);
  }
  .preset[aria-pressed='true'] {
    color: var(--_text);
    font-weight: var(--_weight);
    background: light-dark(#ffffff, #363b47);
    border-color: light-dark(#dcdfe6, #4a5060);
  }
  .slider {
    flex: 0 0 100%;
    width: 100%;
    height: 24px;
    margin: -4px 0;
    background: none;
    appearance: none;
    cursor: pointer;
  }
  .slider::-webkit-slider-runnable-track {
    height: 4px;
    background: linear-gradient(var(--_accent), var(--_accent)) 0 / calc(10px + (100% - 20px) * var(--_share))
      no-repeat var(--_border);
    border-radius: 2px;
  }
  .slider:dir(rtl)::-webkit-slider-runnable-track {
    background-position: 100%;
  }
  .slider::-moz-range-track {
    height: 4px;
    background: var(--_border);
    border-radius: 2px;
  }
  .slider::-moz-range-progress {
    height: 4px;
    background: var(--_accent);
    border-radius: 2px;
  }
  .slider::-webkit-slider-thumb {
    appearance: none;
    width: 20px;
    height: 20px;
    margin-top: -8px;
    background: light-dark(#ffffff, #f2f4f8);
    border: 1px solid light-dark(#b9bfcc, #f2f4f8);
    border-radius: 50%;
    box-shadow: 0 1px 2px rgb(16 18 22 / 0.16);
  }
  .slider::-moz-range-thumb {
    width: 18px;
    height: 18px;
    background: light-dark(#ffffff, #f2f4f8);
    border: 1px solid light-dark(#b9bfcc, #f2f4f8);
    border-radius: 50%;
  }
  .slider:focus-visible {
    outline: none;
  }
  .slider:focus-visible::-webkit-slider-thumb {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .slider:focus-visible::-moz-range-thumb {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .duration:disabled :is(.amount, .unit, .slider, .preset) {
    opacity: 0.6;
    cursor: default;
  }
  .duration .bone {
    display: block;
    background: var(--_sunken);
    border-color: transparent;
  }
  .duration .legend .bone,
  .labelled .bone {
    display: inline-block;
    vertical-align: top;
    white-space: normal;
  }
  .bone.presets,
  .bone.slider {
    height: 36px;
    padding: 0;
  }
  .bone.slider {
    height: 24px;
    opacity: 0.5;
  }
  .bone.unit {
    width: 92px;
  }
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
  .identity.empty {
    font-size: 13px;
    line-height: 18px;
    color: var(--_muted);
    border-style: dashed;
    border-color: var(--_edge);
  }
  .primary {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    width: 100%;
    min-height: 48px;
    padding: 8px 16px;
    font-weight: var(--_weight);
    text-align: center;
    text-decoration: none;
    color: var(--_on-accent);
    background: var(--_accent);
    border: 1px solid transparent;
    border-radius: var(--_corner-small);
    transition:
      opacity var(--_ease),
      transform var(--_ease);
  }
  .primary:hover:not(:disabled, .busy) {
    opacity: 0.92;
  }
  .primary:active:not(:disabled, .busy) {
    transform: scale(0.99);
  }
  .primary:disabled,
  .primary.busy {
    color: var(--_muted);
    background: var(--_sunken);
    border-color: var(--_border);
    cursor: default;
  }
  .primary.busy {
    color: var(--_text);
  }
  .primary .label {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .spinner {
    flex: none;
    width: 16px;
    height: 16px;
    border: 2px solid var(--_edge);
    border-top-color: var(--_accent);
    border-radius: 50%;
    animation: turn 0.8s linear infinite;
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  .text-button {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-height: 24px;
    padding: 2px 6px;
    margin-inline-end: -6px;
    font-size: 13px;
    line-height: 18px;
    color: var(--_muted);
    background: none;
    border: 0;
    border-radius: 6px;
  }
  .text-button:hover {
    color: var(--_text);
  }
  .text-button .icon {
    width: 18px;
    height: 18px;
  }
  @container billing-authorise (max-width: 359px) {
    .duration {
      column-gap: 8px;
    }
    .duration .amount,
    .duration .unit {
      font-size: 14px;
    }
    .duration .amount {
      width: 5em;
      padding-inline: 0 5px;
    }
    .duration .unit {
      padding-inline: 6px 18px;
      background-position:
        calc(100% - 12px) 50%,
        calc(100% - 8px) 50%;
    }
    .duration .unit:dir(rtl) {
      background-position:
        8px 50%,
        12px 50%;
    }
    .bone.unit {
      width: 78px;
    }
    .preset {
      font-size: 12px;
    }
  }
  @media (forced-colors: active) {
    .primary,
    .preset,
    .message.problem {
      border-color: ButtonBorder;
    }
    .preset[aria-pressed='true'] {
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
    .steps li::before {
      border-bottom: 1px solid CanvasText;
      border-radius: 0;
    }
    .steps li::after {
      background: Highlight;
      forced-color-adjust: none;
    }
    .slider::-webkit-slider-runnable-track {
      border: 1px solid CanvasText;
    }
  }
  .field input:focus-visible {
    outline: none;
  }
  .identity.field {
    border-color: var(--_edge);
    cursor: text;
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
  .labelled .label {
    font-size: 12px;
    line-height: 16px;
    color: var(--_muted);
  }
  .email {
    width: 100%;
    min-height: 22px;
    line-height: inherit;
    padding: 0;
    background: none;
    border: 0;
  }
  /* A page's styles reach the parts, but what is signed for is said by us alone. */
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
    font-size: max(15px, 1em) !important;
    color: inherit !important;
  }
`
