export type {
  Appearance,
  AppearanceSelector,
  AppearanceTheme,
  AppearanceVariables,
} from './appearance/appearance.ts'
export { BillingAuthorise } from './billing-authorise.ts'
export {
  BillingAuthoriseCancelEvent,
  BillingAuthoriseChangeEvent,
  BillingAuthoriseCompleteEvent,
  BillingAuthoriseErrorEvent,
  type BillingAuthoriseEventMap,
  BillingAuthoriseExtendEvent,
  BillingAuthoriseMeterEvent,
  BillingAuthorisePhaseEvent,
  BillingAuthoriseReadyEvent,
  BillingAuthoriseSignedInEvent,
} from './events.ts'
export type { Phase } from './machine/state.ts'
export type { MeterStatus } from './meter/meter-status.ts'
export type { TextOverrides } from './text/override-text.ts'
