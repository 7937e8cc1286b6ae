export type {
  Appearance,
  AppearanceSelector,
  AppearanceTheme,
  AppearanceVariables,
} from './appearance/appearance.ts'
export type { Phase } from './authorise-state.ts'
export { BillingAuthorise } from './billing-authorise.ts'
export {
  BillingAuthoriseCancelEvent,
  BillingAuthoriseCompleteEvent,
  type BillingAuthoriseEventMap,
  BillingAuthoriseSignedInEvent,
} from './events.ts'
export {
  BillingAuthoriseChangeEvent,
  BillingAuthoriseErrorEvent,
  BillingAuthoriseReadyEvent,
} from './first-events.ts'
export type { MeterStatus } from './meter.ts'
