import type { Speech } from '../text/language.ts'
import type { ReceiptRow } from './receipt-rows.ts'

const STYLES = `
  body { margin: 2cm; font: 11pt/1.5 system-ui, sans-serif; }
  h1 { font-size: 15pt; }
  table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
  th { padding: 4pt 12pt 4pt 0; font-weight: normal; text-align: start; vertical-align: top; white-space: nowrap; }
  td { padding: 4pt 0; text-align: end; overflow-wrap: anywhere; }
  tr { border-top: 0.5pt solid #999; }
`

/** Prints only these rows of the page, from an invisible frame. No inline style, because a strict policy forbids it. */
export function printReceipt({
  title,
  rows,
  text,
  place,
}: {
  title: string
  rows: ReceiptRow[]
  text: Speech
  /** The parent of the frame during the print. */
  place: Node
}): void {
  const frame = document.createElement('iframe')
  // In some browsers a frame with `display: none` prints nothing.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' })
  place.appendChild(frame)
  const { contentWindow: view, contentDocument: page } = frame
  if (!view || !page) throw new Error('The browser gives no frame to print from.')
  page.title = title
  page.documentElement.lang = text.locale
  page.documentElement.dir = text.direction
  const sheet = new (view as Window & typeof globalThis).CSSStyleSheet()
  sheet.replaceSync(STYLES)
  page.adoptedStyleSheets = [sheet]
  const heading = page.createElement('h1')
  heading.textContent = title
  const table = page.createElement('table')
  table.append(...rows.map(row => rowOf(page, row)))
  page.body.append(heading, table)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}

function rowOf(page: Document, { label, value, href }: ReceiptRow): HTMLElement {
  const row = page.createElement('tr')
  const name = Object.assign(page.createElement('th'), { scope: 'row', textContent: label })
  const cell = page.createElement('td')
  cell.append(href ? Object.assign(page.createElement('a'), { href, textContent: value }) : value)
  row.append(name, cell)
  return row
}
