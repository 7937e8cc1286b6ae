import type { Invoice, Subscription } from '@per-second/client'
import { html, type TemplateResult } from 'lit'

const TEXT: Record<Subscription['status'] | Invoice['status'], [text: string, tone: string]> = {
  incomplete: ['Not authorised', ''],
  incomplete_expired: ['Expired', ''],
  pending_start: ['Waiting for start', 'warm'],
  running: ['Running', 'good'],
  paused: ['Paused', 'warm'],
  past_due: ['Past due', 'bad'],
  canceled: ['Cancelled', ''],
  ended: ['Ended', ''],
  paid: ['Paid', 'good'],
  failed: ['Failed', 'bad'],
}

export function statusView({
  status,
}: {
  status: Subscription['status'] | Invoice['status']
}): TemplateResult {
  const [text, tone] = TEXT[status]
  return html`<span class="status" data-tone=${tone}>${text}</span>`
}
