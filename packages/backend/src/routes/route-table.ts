import { checkoutSessionRoutes } from './checkout-sessions.ts'
import { clientAuthorisationRoutes } from './client-authorisation.ts'
import { clientSessionRoutes } from './client-sessions.ts'
import { clientSignInRoutes } from './client-sign-in.ts'
import { clientSubscriptionRoutes } from './client-subscriptions.ts'
import { customerRoutes } from './customers.ts'
import { eventRoutes } from './events.ts'
import { invoiceRoutes } from './invoices.ts'
import { localRoutes } from './local.ts'
import { productRoutes } from './products.ts'
import type { Route } from './route.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { testClockRoutes } from './test-clock.ts'
import { webhookEndpointRoutes } from './webhook-endpoints.ts'

/** Every route there is. The app, the OpenAPI document and the authentication tests are all made from this table. */
export const routeTable: readonly Route[] = [
  ...productRoutes,
  ...checkoutSessionRoutes,
  ...customerRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
  ...clientSessionRoutes,
  ...clientSignInRoutes,
  ...clientAuthorisationRoutes,
  ...clientSubscriptionRoutes,
  ...testClockRoutes,
  ...localRoutes,
]
