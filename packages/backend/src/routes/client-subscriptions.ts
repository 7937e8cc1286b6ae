import { subscriptionSchema } from '@per-second/protocol/schema'
import { presentSubscription } from '../presenters/present-subscription.ts'
import { findOrRefuse } from './find-or-refuse.ts'
import { meterRoute } from './meter-route.ts'
import { type Route, readRoute } from './route.ts'

export const clientSubscriptionRoutes: Route[] = [
  readRoute({
    path: '/v1/client/subscriptions/{sub}',
    operationId: 'client.subscriptions.retrieve',
    summary: 'Retrieve my subscription',
    auth: 'client',
    response: subscriptionSchema,
    read: async ({ deps, caller, params }, tx) =>
      presentSubscription(
        await findOrRefuse(tx.subscriptions, caller.scope, params.sub, 'subscription', 'sub'),
        deps.clock.now(),
      ),
  }),
  meterRoute('client', {
    name: 'pause',
    summary: 'Pause my meter',
    description: 'A repeat returns the same.',
  }),
  meterRoute('client', {
    name: 'resume',
    summary: 'Resume my meter',
    description: 'A repeat returns the same.',
  }),
  meterRoute('client', {
    name: 'cancel',
    summary: 'Stop my meter and refund the unused deposit',
    description:
      'Ends the meter, settles its last seconds and refunds the unused deposit. A repeat returns the same.',
  }),
]
