import type { BillingEvent, Subscription } from '@per-second/client'
import type { DashboardData } from '../../store/dashboard-routes.ts'

export type MeterAction = 'start' | 'pause' | 'resume' | 'cancel'

/** What the page draws. `data` stays when the connection is lost: old figures are better than none. */
export type DashboardState = {
  data: DashboardData | null
  /** The newest ones, newest first. */
  events: BillingEvent[]
  connection: 'connecting' | 'live' | 'lost'
  /** Meters with an action under way. */
  busy: Set<string>
  failure: string | null
}

/** What a person can do; the page calls back. */
export type DashboardHandlers = {
  act(subscription: Subscription, action: MeterAction): void
}
