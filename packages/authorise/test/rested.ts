import type { Stage } from './stage.ts'

/** Contrast is judged when nothing fades any more; what never rests is left out. */
export async function rested({ element }: Stage): Promise<void> {
  const animations = element.shadowRoot?.getAnimations() ?? []
  const passing = animations.filter(
    animation => animation.effect?.getComputedTiming().iterations !== Infinity,
  )
  await Promise.allSettled(passing.map(animation => animation.finished))
}
