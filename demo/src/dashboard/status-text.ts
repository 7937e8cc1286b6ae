import type { Invoice, SessionStatus, WebhookDelivery } from '@per-second/client'
import { html } from 'hono/html'
import type { Html } from '../page/layout.ts'

export type Tone = '' | 'good' | 'notice' | 'bad'

export type Status = Invoice['status'] | WebhookDelivery['status'] | SessionStatus

/** The name and colour of a status. `failed` is an invoice's and a delivery's alike. */
const TEXTS: Record<Status, { text: string; tone: Tone }> = {
  paid: { text: 'Paid', tone: 'good' },
  pending: { text: 'Waiting', tone: 'notice' },
  delivered: { text: 'Delivered', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  open: { text: 'Open', tone: 'good' },
  complete: { text: 'Complete', tone: '' },
  expired: { text: 'Expired', tone: '' },
}

export function statusPill(status: Status): Html {
  return pill(TEXTS[status])
}

export function pill({ text, tone }: { text: string; tone: Tone }): Html {
  return html`<span class="pill ${tone}">${text}</span>`
}
