import type { Subscription } from '@per-second/client'
import { html, nothing, render } from 'lit'
import type { DashboardData } from '../store/dashboard-routes.ts'
import { askStore } from './dashboard/ask-store.ts'
import { chartView } from './dashboard/chart-view.ts'
import { confirmCancel } from './dashboard/confirm-cancel.ts'
import type { DashboardState, MeterAction } from './dashboard/dashboard-state.ts'
import { eventsView } from './dashboard/events-view.ts'
import { figuresView } from './dashboard/figures-view.ts'
import { followStore } from './dashboard/follow-store.ts'
import { invoicesView } from './dashboard/invoices-view.ts'
import { metersView } from './dashboard/meters-view.ts'
import { withEvent } from './dashboard/with-event.ts'
import { withSample } from './dashboard/with-sample.ts'

const state: DashboardState = {
  data: null,
  events: [],
  connection: 'connecting',
  busy: new Set(),
  failure: null,
}
const root = document.querySelector<HTMLElement>('#dashboard')
const live = document.querySelector<HTMLElement>('#live')
let unfollow: (() => void) | null = null
let isLoading = false
let isOutdated = true

function draw(): void {
  const { data, events, connection, busy, failure } = state
  const connectionText = {
    connecting: 'Connecting…',
    live: 'Connected',
    lost: 'Connection lost, trying again…',
  }[connection]
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
  ${chartView(data)} ${metersView(data, busy, { act })} ${eventsView(events, data)} ${invoicesView(data)}`
  render(page, root)
}

/** Asks for everything once. What happens meanwhile makes it ask once more, however much that is; after a failure the next look does. */
async function load(): Promise<void> {
  isOutdated = true
  if (isLoading) return
  isLoading = true
  while (isOutdated) {
    isOutdated = false
    try {
      state.data = await askStore<DashboardData>('/dashboard/data')
    } catch {
      isOutdated = true
      break
    }
  }
  isLoading = false
  draw()
}

async function act(meter: Subscription, action: MeterAction): Promise<void> {
  if (action === 'cancel' && !(await confirmCancel(meter))) return
  state.busy.add(meter.id)
  state.failure = null
  draw()
  try {
    await askStore(`/dashboard/subscriptions/${meter.id}/${action}`, { method: 'POST' })
  } catch (error) {
    state.failure = error instanceof Error ? error.message : String(error)
  }
  state.busy.delete(meter.id)
  await load()
}

/** A page that nobody sees holds no stream: a browser has six connections to a store, for all its tabs together. */
function followWhileSeen(): void {
  unfollow?.()
  unfollow = null
  if (document.hidden) return
  void load()
  unfollow = followStore({
    happened(event) {
      state.events = withEvent(state.events, event)
      draw()
      void load()
    },
    looked({ subscriptions, figures, sample, spacing_ms }) {
      state.connection = 'live'
      if (state.data) {
        const samples = withSample(state.data.samples, sample, spacing_ms)
        state.data = { ...state.data, subscriptions, figures, samples, spacing_ms }
      }
      draw()
      if (isOutdated) void load()
    },
    lost() {
      state.connection = 'lost'
      draw()
    },
  })
}

document.addEventListener('visibilitychange', followWhileSeen)
followWhileSeen()
