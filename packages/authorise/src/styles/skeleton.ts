import { css } from 'lit'

/** What stands in for words that are not known yet. */
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
  /* The merchant's colour is not known yet, and ours would flash. */
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
