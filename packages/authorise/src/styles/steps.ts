import { css } from 'lit'

/** Choose, connect, authorise: one thin line in three parts. */
export const stepsStyles = css`
  .steps {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    gap: 4px;
  }
  .steps li {
    position: relative;
    padding-top: 7px;
    font-size: calc(12em / 15);
    line-height: calc(16em / 12);
    color: var(--_muted);
  }
  .steps .current {
    color: var(--_text);
  }
  .steps li::before,
  .steps li::after {
    content: '';
    position: absolute;
    inset: 0 0 auto;
    height: 3px;
    background: var(--_border);
    border-radius: 2px;
  }
  .steps li::after {
    background: var(--_accent);
    border-radius: 2px;
    transform: scaleX(0);
    transform-origin: 0 50%;
    transition: transform 200ms cubic-bezier(0.2, 0, 0, 1);
  }
  .steps li:dir(rtl)::after {
    transform-origin: 100% 50%;
  }
  .steps .current::after {
    transform: scaleX(0.5);
  }
  .steps .done::after {
    transform: none;
  }
`
