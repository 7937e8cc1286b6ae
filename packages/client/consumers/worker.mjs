import * as client from '@per-second/client'
import { exercise } from './exercise.mjs'

async function liveKeyOutcome(baseUrl) {
  const billing = client.createClient({ apiKey: 'sk_live_1', baseUrl })
  return billing.customers.retrieve('cus_1').then(
    ({ id }) => id,
    error => error.code,
  )
}

/** The response of a worker. `scripts/check-runtimes.ts` wraps it in both of the syntaxes that workers have. */
export async function answer(baseUrl) {
  const result = await exercise(client, baseUrl)
  return Response.json({ ...result, liveKey: await liveKeyOutcome(baseUrl) })
}
