import { encode } from 'uqr'

/** A QR code to draw. */
export type Code = {
  /** Modules along one side, without the quiet zone. */
  size: number
  /** Its dark modules as the data of an SVG path, one unit each. */
  path: string
}

/** A text as a QR code: one rectangle per run of dark modules in a row. @throws where it is too long for one */
export function drawCode(text: string): Code {
  const { size, data } = encode(text, { ecc: 'L', border: 0 })
  return { size, path: data.map(drawRow).join('') }
}

function drawRow(row: boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const start = x
    while (row[x + 1]) x++
    path += `M${start} ${y}h${x - start + 1}v1h${start - x - 1}z`
  }
  return path
}
