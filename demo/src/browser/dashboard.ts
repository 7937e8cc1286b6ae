import type { Subscription } from '@per-second/client'
import { html, nothing, render } from 'lit'
import type { DashboardData } from '../store/dashboard-routes.ts'
import { chartView } from './dashboard/chart-view.ts'
import { confirmCancel } from './dashboard/confirm-cancel.ts'
import type { DashboardState, MeterAction } from './dashboard/dashboard-state.ts'
import { figuresView } from './dashboard/figures-view.ts'
import { invoicesView } from './dashboard/invoices-view.ts'
import { metersView } from './dashboard/meters-view.ts'

const POLL_EVERY_MS = 1000

const state: DashboardState = { data: null, connection: 'connecting', busy: new Set(), failure: null }
const root = document.querySelector<HTMLElement>('#dashboard')
const live = document.querySelector<HTMLElement>('#live')

function draw(): void {
  const { data, connection, busy, failure } = state
  const connectionText = { connecting: 'Connecting…', live: 'Live', lost: 'Connection lost, trying again…' }[
    connection
  ]
  // A status that does not change is not announced again.
  if (live && live.dataset.kind !== connection) {
    live.dataset.kind = connection
    live.textContent = connectionText
  }
  if (!root || !data) return
  root.removeAttribute('aria-busy')
  root.querySelectorAll('.skeleton').forEach(skeleton => {
    skeleton.remove()
  })
  const page = html`${figuresView(data.figures)} ${failure ? html`<p class="notice" role="alert">${failure}</p>` : nothing}
  ${chartView(data)} ${metersView(data, busy, { act })} ${invoicesView(data)}`
  render(page, root)
}

async function load(): Promise<void> {
  try {
    state.data = await request<DashboardData>('/dashboard/data')
    state.connection = 'live'
  } catch {
    state.connection = 'lost'
  }
  draw()
}

async function act(meter: Subscription, action: MeterAction): Promise<void> {
  if (action === 'cancel' && !(await confirmCancel(meter))) return
  state.busy.add(meter.id)
  state.failure = null
  draw()
  try {
    await request(`/dashboard/subscriptions/${meter.id}/${action}`, { method: 'POST' })
  } catch (error) {
    state.failure = error instanceof Error ? error.message : String(error)
  }
  state.busy.delete(meter.id)
  await load()
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, { ...init, headers: { accept: 'application/json' } })
  const body = await response.json()
  if (!response.ok) throw new Error(body.error)
  return body
}

async function poll(): Promise<void> {
  if (!document.hidden) await load()
  setTimeout(poll, POLL_EVERY_MS)
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void load()
})
void poll()
