import { encode } from 'uqr'
import type { Pairing } from '../wallet.ts'

/** A link as a QR code: one rectangle per run of dark modules in a row. */
export function drawPairing(uri: string): Pairing {
  const { size, data } = encode(uri, { ecc: 'L', border: 0 })
  return { uri, size, path: data.map(drawRow).join('') }
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
