import { cpus } from 'node:os'

/** What was measured among so many running meters. */
export type MetersAt = {
  size: number
  /** Microseconds of processor time: for one read, and for each meter of a sweep. */
  readMicros: number
  sweepMicros: number
  /** Each against fewer meters, in the same round. */
  readRatio: number
  sweepRatio: number
  /** Megabytes of resident memory: of the service that answered, and at most of the process that settled. */
  serviceMegabytes: number
  sweepMegabytes: number
}

type Panel = { title: string; unit: string; lines: { name: string; of: (at: MetersAt) => number }[] }

const PANELS: Panel[] = [
  { title: 'Reading one', unit: 'µs processor', lines: [{ name: '', of: at => at.readMicros }] },
  { title: 'Settling each', unit: 'µs processor', lines: [{ name: '', of: at => at.sweepMicros }] },
  {
    title: 'Memory',
    unit: 'MB resident',
    lines: [
      { name: 'service', of: at => at.serviceMegabytes },
      { name: 'sweep', of: at => at.sweepMegabytes },
    ],
  },
]
const WIDTH = 760
const PANEL = { width: 240, height: 130, top: 62 }

/** A plot that can be read by day and by night: a panel a figure, from zero, over the number of running meters. */
export function drawMeters(measured: readonly MetersAt[], date: Date): string {
  const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, SQLite`
  const day = date.toISOString().slice(0, 10)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} 280" width="${WIDTH}" height="280">
  <title>What a meter costs among ever more running ones</title>
  <style>
    text { font: 14px system-ui, sans-serif; fill: #14201b; }
    .quiet { fill: #58665f; font-size: 12.5px; }
    .strong { font-weight: 650; }
    .axis { fill: none; stroke: #b9c5bf; stroke-width: 1.5; }
    .value { fill: none; stroke: #0a7d5a; stroke-width: 2.5; }
    .second { stroke-dasharray: 5 4; }
    .dot { fill: #0a7d5a; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e4ece8; } .quiet { fill: #a3b4ac; }
      .axis { stroke: #4a5c53; } .value { stroke: #4cc79b; } .dot { fill: #4cc79b; }
    }
  </style>
${PANELS.map((panel, index) => drawPanel(panel, measured, 20 + index * 248)).join('\n')}
  <text class="quiet" x="20" y="248">Running meters, one after the other ten times as many.</text>
  <text class="quiet" x="20" y="267">Measured ${day} by npm run bench -- meters: ${machine}.</text>
</svg>
`
}

function drawPanel({ title, unit, lines }: Panel, measured: readonly MetersAt[], left: number): string {
  const { width, height, top } = PANEL
  const bottom = top + height
  const most = 1.25 * Math.max(...lines.flatMap(({ of }) => measured.map(of)))
  const inner = width - 60
  const x = (place: number) => round(left + 22 + (place * inner) / Math.max(measured.length - 1, 1))
  const y = (value: number) => round(bottom - (value / most) * height)
  const drawn = lines.flatMap(({ name, of }, line) => {
    const points = measured.map((at, place) => [x(place), y(of(at))] as const)
    const last = measured.at(-1)
    return [
      `  <path class="value${line === 0 ? '' : ' second'}" d="M${points.map(point => point.join(' ')).join('L')}"/>`,
      ...points.map(([cx, cy]) => `  <circle class="dot" cx="${cx}" cy="${cy}" r="3"/>`),
      ...measured.map((at, place) => {
        const value = `${Math.round(of(at))} ${place === 0 ? name : ''}`.trim()
        const label = `<text class="quiet" x="${x(place) - 12}" y="${y(of(at)) - 9}">${value}</text>`
        return place === 0 || at === last ? `  ${label}` : ''
      }),
    ]
  })
  const ticks = measured.map(
    ({ size }, place) =>
      `  <text class="quiet" x="${x(place)}" y="${bottom + 18}" text-anchor="middle">${size >= 1_000 ? `${size / 1_000}k` : size}</text>`,
  )
  return [
    `  <text class="strong" x="${left}" y="22">${title}</text>`,
    `  <text class="quiet" x="${left}" y="40">${unit}</text>`,
    `  <path class="axis" d="M${left} ${bottom}h${width - 16}"/>`,
    ...drawn,
    ...ticks,
  ]
    .filter(line => line !== '')
    .join('\n')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
