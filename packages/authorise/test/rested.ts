import type { BillingAuthorise } from '../src/billing-authorise.ts'

/** Takes the element to the end of what passes, as if it had been waited for: what fades has its last colours, what never rests goes on. */
export async function rested(element: BillingAuthorise): Promise<void> {
  await element.updateComplete
  for (const animation of element.shadowRoot?.getAnimations() ?? []) {
    if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish()
  }
}
