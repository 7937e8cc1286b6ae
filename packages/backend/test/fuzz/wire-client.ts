import { connect, type Socket } from 'node:net'

/** A request as bytes: nothing tidies it up on the way. */
export type WireRequest = { bytes: Buffer; endsEarly: boolean }

export type WireAnswer = { status: number; headers: { get(name: string): string | null }; text: string }

const ANSWER_MILLIS = 30_000

/** One connection at a time to a server, kept open where the server lets it. */
export type WireClient = {
  /** @throws when there is no whole answer on a fresh connection */
  send(request: WireRequest, method: string): Promise<WireAnswer>
  close(): void
}

export function createWireClient(url: string): WireClient {
  const { hostname, port } = new URL(url)
  let socket: Socket | null = null

  const context = async (request: WireRequest, method: string): Promise<WireAnswer | null> => {
    const used = socket ?? connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    used.setNoDelay(true)
    socket = null
    const { answer, reusable } = await readAnswer(used, method, () =>
      request.endsEarly ? used.end(request.bytes) : used.write(request.bytes),
    )
    if (answer !== null && reusable && !request.endsEarly) socket = used
    else used.destroy()
    return answer
  }

  return {
    send: async (request, method) => {
      const kept = socket !== null
      const first = await context(request, method)
      if (first !== null) return first
      // A kept connection may have been closed just before. A fresh one has no excuse.
      const second = kept ? await context(request, method) : null
      if (second === null) throw new Error('No whole answer came.')
      return second
    },
    close: () => socket?.destroy(),
  }
}

function readAnswer(
  socket: Socket,
  method: string,
  send: () => void,
): Promise<{ answer: WireAnswer | null; reusable: boolean }> {
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    const finish = (ended: boolean, reason: 'data' | 'end' | 'timeout') => {
      const parsed = reason === 'timeout' ? null : parseAnswer(Buffer.concat(chunks), method, ended)
      if (parsed === null && reason === 'data') return
      clearTimeout(timer)
      socket.removeAllListeners()
      socket.on('error', () => {})
      const closes = parsed?.headers.get('Connection')?.toLowerCase() === 'close'
      resolve({ answer: parsed, reusable: !ended && !closes })
    }
    const timer = setTimeout(() => finish(true, 'timeout'), ANSWER_MILLIS)
    socket.on('data', chunk => {
      chunks.push(chunk)
      finish(false, 'data')
    })
    socket.on('end', () => finish(true, 'end'))
    socket.on('close', () => finish(true, 'end'))
    socket.on('error', () => finish(true, 'end'))
    send()
  })
}

/** A whole answer, or null while more must come. */
function parseAnswer(bytes: Buffer, method: string, ended: boolean): WireAnswer | null {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd === -1) return null
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  if (status >= 100 && status < 200) return parseAnswer(bytes.subarray(headEnd + 4), method, ended)
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const body = bytes.subarray(headEnd + 4)
  const text = bodyText(body, status, headers, method, ended)
  return text === null ? null : { status, headers, text }
}

function bodyText(
  body: Buffer,
  status: number,
  headers: Headers,
  method: string,
  ended: boolean,
): string | null {
  if (method === 'HEAD' || status === 204 || status === 304) return body.toString()
  const length = headers.get('Content-Length')
  if (length !== null) return body.length < Number(length) ? null : body.toString('utf8', 0, Number(length))
  if (headers.get('Transfer-Encoding') === 'chunked') return unchunk(body)
  return ended ? body.toString() : null
}

function unchunk(body: Buffer): string | null {
  const parts: Buffer[] = []
  let at = 0
  while (true) {
    const lineEnd = body.indexOf('\r\n', at)
    if (lineEnd === -1) return null
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16)
    if (size === 0) return Buffer.concat(parts).toString()
    if (body.length < lineEnd + 2 + size + 2) return null
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}
