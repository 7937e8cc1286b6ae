import type { Words } from './text.ts'

/** The words of the first screen, until somebody turns to the element. A build may load them apart from the others. */
export const FIRST_WORDS = [
  'testMode',
  'loading',
  'rates',
  'rateFree',
  'maximumDuration',
  'duration',
  'unit',
  'slider',
  'presets',
  'durationRange',
  'durationFixed',
  'mostCharged',
  'payOnlyUsed',
  'roundedUp',
  'steps',
  'stepConnect',
  'stepSignIn',
  'stepAuthorise',
  'stepDone',
  'walletHint',
  'connectWallet',
  'lookingForWallets',
  'cancel',
  'tryAgain',
  'facts',
  'details',
] as const satisfies (keyof Words)[]

/** The one problem that is told before any other words can be had. */
export const FIRST_PROBLEM = 'unreachable' satisfies keyof Words['problems']
