import { html, svg, type TemplateResult } from 'lit'
import type { DashboardData } from '../../store/dashboard-routes.ts'
import { instantText } from '../../store/time-text.ts'
import { CHART_HEIGHT, CHART_WIDTH, type ChartPaths, chartPaths } from './chart-paths.ts'

type ChartData = Pick<DashboardData, 'samples' | 'spacing_ms'>

export function chartView({ samples, spacing_ms }: ChartData): TemplateResult {
  const paths = chartPaths(samples, spacing_ms)
  return html`<section class="panel" aria-labelledby="chart-title">
    <div class="panel-head">
      <h2 id="chart-title">Earned over time</h2>
      <p class="legend"><span>Accrued</span><span class="settled">Settled</span></p>
    </div>
    ${paths ? drawing(paths, samples) : html`<p class="empty tall">The line begins with the first second billed.</p>`}
  </section>`
}

function drawing(paths: ChartPaths, samples: ChartData['samples']): TemplateResult {
  const first = samples[0]?.at ?? 0
  const last = samples.at(-1)?.at ?? 0
  const ticks = paths.ticks.toReversed()
  const grid = ticks.map((_, index) => {
    const y = (index / (ticks.length - 1)) * CHART_HEIGHT
    return svg`<line class="grid" x1="0" x2=${CHART_WIDTH} y1=${y} y2=${y} />`
  })
  return html`<div class="chart">
    <svg
      viewBox="0 0 ${CHART_WIDTH} ${CHART_HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="Accrued on top of settled, over time"
    >
      ${grid}
      <path class="area-settled" d=${paths.settledArea} />
      <path class="area-accrued" d=${paths.accruedArea} />
      <path class="line-settled" d=${paths.settledLine} />
      <path class="line-total" d=${paths.totalLine} />
    </svg>
    <div class="chart-scale" aria-hidden="true">
      ${ticks.map(tick => html`<span>$${tick.toLocaleString('en', { maximumSignificantDigits: 8 })}</span>`)}
    </div>
    <p class="chart-times"><span>${instantText(first / 1000)}</span><span>${instantText(last / 1000)}</span></p>
  </div>`
}
