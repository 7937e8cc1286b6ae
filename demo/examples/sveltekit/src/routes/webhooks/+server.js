import { WebhookVerificationError, webhooks } from '@per-second/client'

export async function POST({ request }) {
  try {
    const event = await webhooks.verify(await request.text(), request.headers, process.env.WEBHOOK_SECRET)
    console.log(`webhook: ${event.type}`)
    return new Response(null, { status: 204 })
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(error.code, { status: 400 })
    throw error
  }
}
