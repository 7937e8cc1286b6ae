import { css } from 'lit'

/** The slider, for each engine in its own words. */
export const sliderStyles = css`
  .slider {
    flex: 0 0 100%;
    width: 100%;
    height: var(--_tap);
    margin: -8px 0 -10px;
    background: none;
    appearance: none;
    cursor: pointer;
  }
  .slider::-webkit-slider-runnable-track {
    height: 4px;
    background: linear-gradient(var(--_accent), var(--_accent)) 0 / calc(var(--_thumb) / 2 + (100% - var(--_thumb)) * var(--_share))
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
    width: var(--_thumb);
    height: var(--_thumb);
    margin-top: calc(2px - var(--_thumb) / 2);
    background: light-dark(#ffffff, #f2f4f8);
    border: 1px solid light-dark(#858c9d, #f2f4f8);
    border-radius: 50%;
    box-shadow: 0 1px 2px rgb(16 18 22 / 0.16);
  }
  .slider::-moz-range-thumb {
    box-sizing: border-box;
    width: var(--_thumb);
    height: var(--_thumb);
    background: light-dark(#ffffff, #f2f4f8);
    border: 1px solid light-dark(#858c9d, #f2f4f8);
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
`
