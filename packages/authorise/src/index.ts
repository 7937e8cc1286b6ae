export type { Phase } from './authorise-state.ts'
export { type Appearance, BillingAuthorise } from './billing-authorise.ts'
export {
  BillingAuthoriseCancelEvent,
  BillingAuthoriseChangeEvent,
  BillingAuthoriseCompleteEvent,
  BillingAuthoriseErrorEvent,
  type BillingAuthoriseEventMap,
  BillingAuthoriseReadyEvent,
  BillingAuthoriseSignedInEvent,
} from './events.ts'
export type { MeterStatus } from './meter.ts'
