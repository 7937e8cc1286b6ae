import { css } from 'lit'

/**
 * How long at most: the number with its unit, and the presets. A fixed cap is a sentence. The legend stands beside the field where its
 * longest word fits there. The unit is as wide as its skeleton in every font.
 */
export const durationStyles = css`
  .duration {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 12px;
  }
  .duration legend,
  .duration .legend {
    float: inline-start;
    flex: 1 1 min-content;
    font-weight: var(--_weight);
    overflow-wrap: break-word;
  }
  .exactly {
    display: flex;
    max-width: 100%;
    margin-inline-start: auto;
  }
  .duration .amount,
  .duration .unit {
    min-height: var(--_tap);
    background: var(--_surface);
    border: 1px solid var(--_field);
    appearance: none;
    font-size: var(--_field-size);
    transition: border-color var(--_ease);
  }
  .exactly > :hover:enabled {
    border-color: var(--_text);
  }
  .duration .amount {
    width: 5em;
    min-width: 2.6em;
    padding: 0 10px;
    text-align: end;
    border-start-start-radius: var(--_corner-small);
    border-end-start-radius: var(--_corner-small);
    border-inline-end: 0;
  }
  .duration .unit {
    min-width: calc(92em / 15);
    padding-block: 0;
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
    position: relative;
    display: grid;
    flex: 1 1 auto;
    place-items: center;
    min-height: var(--_preset);
    padding: 2px 4px;
    white-space: nowrap;
    border: 1px solid transparent;
    border-radius: var(--_corner-small);
    transition:
      color var(--_ease),
      background-color var(--_ease);
  }
  .preset input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    appearance: none;
    border-radius: inherit;
    cursor: pointer;
  }
  .preset:hover:has(:enabled) {
    color: var(--_text);
    background: var(--_hover);
  }
  .preset:has(:checked) {
    color: var(--_text);
    font-weight: var(--_weight);
    background: var(--_raised);
    border-color: var(--_field);
  }
  .least {
    display: flex;
    gap: 8px;
    flex: 0 0 100%;
  }
  .least .icon {
    width: 18px;
    height: 18px;
  }
  .duration:disabled :is(.amount, .unit, .slider, .preset) {
    opacity: 0.6;
  }
  .duration:disabled :is(.amount, .unit, .slider, input) {
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
  .bone.presets {
    height: calc(var(--_preset) + 6px);
    padding: 0;
  }
  .bone.slider {
    height: var(--_tap);
    opacity: 0.5;
    clip-path: inset(calc(50% - 12px) 0 round 6px);
  }
  @container billing-authorise (max-width: 23.93em) {
    .duration {
      column-gap: 8px;
    }
    .duration .amount {
      width: 4em;
      padding-inline: 0 6px;
    }
    .duration .unit {
      min-width: calc(80em / 15);
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
    .preset {
      font-size: calc(12em / 15);
    }
  }
`
