// biome-ignore lint/performance/noBarrelFile: what loads as one before the first press
export { Effects } from './effects/effects.ts'
export { transition } from './machine/transition.ts'
export { screens } from './view/screens.ts'
