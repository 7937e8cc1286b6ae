import { css } from 'lit'

/** The slider, for each engine in its own words. */
export const sliderStyles = css`
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
`
