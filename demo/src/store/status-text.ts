import type { Invoice, Subscription, WebhookDelivery } from '@per-second/client'

export type Tone = '' | 'good' | 'warm' | 'bad'

export type Status = Subscription['status'] | Invoice['status'] | WebhookDelivery['status']

/** How a status is called, and the colour it has; `failed` is an invoice's and a delivery's alike. */
const TEXTS: Record<Status, [text: string, tone: Tone]> = {
  incomplete: ['Not authorised', ''],
  incomplete_expired: ['Expired', ''],
  pending_start: ['Waiting for start', 'warm'],
  running: ['Running', 'good'],
  paused: ['Paused', 'warm'],
  past_due: ['Past due', 'bad'],
  canceled: ['Cancelled', ''],
  ended: ['Ended', ''],
  paid: ['Paid', 'good'],
  pending: ['Waiting', 'warm'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
}

export function statusText(status: Status): { text: string; tone: Tone } {
  const [text, tone] = TEXTS[status]
  return { text, tone }
}
