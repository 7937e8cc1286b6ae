import type { BillingAuthorise } from '../src/billing-authorise.ts'

/** Skips the element's animations to their end: fades have their last colours, endless ones continue. */
export async function rested(element: BillingAuthorise): Promise<void> {
  await element.updateComplete
  for (const animation of element.shadowRoot?.getAnimations() ?? []) {
    if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish()
  }
}
