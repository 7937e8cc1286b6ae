import { html } from 'hono/html'
import { type Html, layout } from './layout.ts'

/** The shell of the dashboard; its module fills it from `/dashboard/data` and keeps it current. */
export function dashboardPage(): Html {
  return layout({
    title: 'Dashboard',
    current: 'dashboard',
    styles: ['/styles/dashboard.css'],
    scripts: ['/browser/dashboard.js'],
    body: html`<div class="wide dashboard">
      <div class="dashboard-head">
        <h1>Dashboard <span class="status" data-tone="warm">Test mode</span></h1>
        <p class="live" id="live" role="status">Connecting…</p>
      </div>
      <div id="dashboard" aria-busy="true">
        <div class="skeleton figures" aria-hidden="true"><i></i><i></i><i></i><i></i></div>
        <div class="skeleton block" aria-hidden="true"><i></i></div>
      </div>
      <noscript><p class="empty">The dashboard needs JavaScript.</p></noscript>
    </div>`,
  })
}
