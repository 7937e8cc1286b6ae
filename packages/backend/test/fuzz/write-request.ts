import type { Random } from './random.ts'
import type { WireRequest } from './wire-client.ts'

/** A request with the data that its response is judged by. */
export type FuzzRequest = WireRequest & {
  method: string
  /** As sent, or null when the bytes are no HTTP that has one. */
  target: string | null
  /** The body as the service must understand it, when it is one plain JSON text. */
  json: unknown
  key: string | null
}

export type Body = { text: string | Buffer; json: unknown }

export function written(
  method: string,
  target: string,
  headers: [string, string][],
  body: Body | null,
  random: Random,
  misframed: boolean,
): Omit<FuzzRequest, 'key'> {
  const content = body === null ? Buffer.alloc(0) : Buffer.from(body.text as string)
  const line = `${method} ${target} HTTP/1.1\r\n`
  const finish = (framing: [string, string][], sent: Buffer, endsEarly: boolean, json: unknown) => {
    const head = [...headers, ...framing].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    return {
      bytes: Buffer.concat([Buffer.from(`${line}${head}\r\n`, 'latin1'), sent]),
      endsEarly,
      method,
      target,
      json,
    }
  }
  // Broken framing is refused before the method is known, so that HEAD would get a body there.
  if (!misframed || method === 'HEAD') {
    const json = headers.some(([name, value]) => name === 'Content-Type' && value !== 'application/json')
      ? undefined
      : body?.json
    return finish(body === null ? [] : [['Content-Length', String(content.length)]], content, false, json)
  }
  const chunked = Buffer.concat([
    Buffer.from(`${content.length.toString(16)}\r\n`),
    content,
    Buffer.from('\r\n0\r\n\r\n'),
  ])
  switch (random.below(5)) {
    case 0:
      return finish(
        [['Transfer-Encoding', 'chunked']],
        content.length === 0 ? Buffer.from('0\r\n\r\n') : chunked,
        false,
        body?.json,
      )
    case 1:
      return finish([['Content-Length', String(content.length + 10)]], content, true, undefined)
    case 2:
      return finish([['Content-Length', '-1']], content, true, undefined)
    case 3:
      return finish([['Transfer-Encoding', 'chunked']], Buffer.from('zz\r\n'), true, undefined)
    default:
      return finish(
        [
          ['Content-Length', '1'],
          ['Transfer-Encoding', 'chunked'],
        ],
        chunked,
        true,
        undefined,
      )
  }
}

/** No HTTP, or HTTP that only just is: those that have a target are answered as if they were written properly. */
const BROKEN: [bytes: string, target: string | null][] = [
  ['NONSENSE\r\n\r\n', null],
  ['GET /v1/products\r\n\r\n', null],
  ['GET /v1/products HTTP/9.9\r\nHost: a\r\n\r\n', null],
  ['GET  /v1/products HTTP/1.1\r\nHost: a\r\n\r\n', '/v1/products'],
  ['GET /v1/products HTTP/1.1\r\nBroken Header\r\nHost: a\r\n\r\n', null],
  ['GET /v1/products HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n', null],
  ['GET http://other.local/v1/products HTTP/1.1\r\nHost: a\r\n\r\n', '/v1/products'],
  ['CONNECT other.local:443 HTTP/1.1\r\nHost: a\r\n\r\n', null],
  ['get /v1/products HTTP/1.1\r\nHost: a\r\n\r\n', null],
  ['GET /v1/products\t HTTP/1.1\r\nHost: a\r\n\r\n', null],
  ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', null],
  ['\r\n\r\n\0\0\0\0', null],
]

export function brokenHttp(random: Random): FuzzRequest {
  const [text, target] = random.pick(BROKEN)
  return {
    bytes: Buffer.from(text, 'latin1'),
    // Node drops the pending response when a caller hangs up, which after a whole request is the caller's own doing.
    endsEarly: target === null,
    method: 'GET',
    target,
    json: undefined,
    key: null,
  }
}
