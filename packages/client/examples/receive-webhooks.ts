import { WebhookVerificationError, webhooks } from '@per-second/client'

export async function receive(request: Request): Promise<Response> {
  try {
    const event = await webhooks.verify(await request.text(), request.headers, process.env.WEBHOOK_SECRET)
    if (event.type === 'invoice.paid') console.log('paid:', event.data.object.net)
    return new Response(null, { status: 204 })
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(error.code, { status: 400 })
    throw error
  }
}
