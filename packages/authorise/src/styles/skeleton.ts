import { css } from 'lit'

/** Bones in the place of unknown words. The button has no accent, because the merchant's colour is not known yet. */
export const skeletonStyles = css`
  .bone {
    display: inline-block;
    background: var(--_sunken);
    border-radius: 6px;
    white-space: nowrap;
    user-select: none;
    animation: breathe 1.6s ease-in-out infinite alternate;
  }
  .bone > span {
    visibility: hidden;
  }
  .primary.bone {
    background: var(--_sunken);
  }
  .names .bone {
    clip-path: inset(2px 0 round 6px);
  }
  .foot .bone {
    display: block;
    width: 64px;
    height: 24px;
  }
  @keyframes breathe {
    to {
      opacity: 0.5;
    }
  }
`
