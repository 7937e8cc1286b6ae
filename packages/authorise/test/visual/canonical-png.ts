import { crc32, deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** A colour of at least this many pixels is intended. A rarer one belongs to the edges of letters and curves. */
const MEANT = 64
/** The step between the stored levels of edge colours, per channel. */
const STEP = 32

/**
 * Reduces a picture to a third of its bytes. Every intended colour stays exact, and the colours of edges are rounded. Two equal pictures
 * stay equal, so canonical pictures can be compared pixel by pixel. Opaque pictures only.
 */
export function canonicalPng(file: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(file)
  const counts = new Map<number, number>()
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.readUIntBE(at, 3)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const palette = new Map<number, number>()
  const indices = new Map<number, number>()
  for (const [colour, count] of counts) {
    const kept = count >= MEANT ? colour : coarse(colour)
    const index = palette.get(kept) ?? palette.size
    palette.set(kept, index)
    indices.set(colour, index)
  }
  if (palette.size > 256) throw new Error(`${palette.size} colours do not fit into a palette`)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rows[y * (width + 1) + 1 + x] = indices.get(data.readUIntBE((y * width + x) * 4, 3)) ?? 0
    }
  }
  return indexedPng(width, height, [...palette.keys()], rows)
}

function coarse(colour: number): number {
  const channel = (shift: number) => {
    const level = (colour >>> shift) & 0xff
    return Math.min(255, Math.round(level / STEP) * STEP) << shift
  }
  return channel(16) | channel(8) | channel(0)
}

/** Signature, header, palette, pixels (PNG third edition, section 5). Each of `rows` begins with its filter byte. */
function indexedPng(width: number, height: number, colours: number[], rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  const palette = Buffer.from(
    colours.flatMap(colour => [colour >>> 16, (colour >>> 8) & 0xff, colour & 0xff]),
  )
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
