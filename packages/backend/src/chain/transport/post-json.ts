import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { globalAgent, Agent as HttpsAgent, request as httpsRequest } from 'node:https'

/** An answer that was cut off because it is longer than anything expected. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}

/** No whole answer in time. */
export class AnswerTooLate extends Error {
  override readonly name = 'AnswerTooLate'
}

/**
 * The proxies of the environment, where NODE_USE_ENV_PROXY=1 gave them to Node's own agents at the start. A proxy would look for this
 * machine's own addresses, such as the embedded chain's, on its own machine.
 */
const proxyEnv = withoutThisMachine(globalAgent.options.proxyEnv)

const AGENTS = {
  http: {
    kept: new HttpAgent({ keepAlive: true, proxyEnv }),
    alone: new HttpAgent({ keepAlive: false, proxyEnv }),
  },
  https: {
    kept: new HttpsAgent({ keepAlive: true, proxyEnv }),
    alone: new HttpsAgent({ keepAlive: false, proxyEnv }),
  },
}

function withoutThisMachine(env: NodeJS.ProcessEnv | undefined): NodeJS.ProcessEnv | undefined {
  if (env === undefined) return undefined
  const others = env.no_proxy ?? env.NO_PROXY
  return { ...env, no_proxy: ['localhost', '127.0.0.1', '::1', '[::1]', others].filter(Boolean).join(',') }
}

/**
 * Posts JSON and reads the whole response, over kept connections. Redirects are not followed. Node's own client,
 * because `fetch` takes three times its processor time for a request, and settling is mostly requests.
 *
 * @param limits.millis real milliseconds for the whole request
 * @param limits.bytes of the longest answer
 * @throws AnswerTooLong, AnswerTooLate, or Node's own error when the request fails. Each names only the host of the
 * address
 */
export async function postJson(
  url: string,
  body: string,
  limits: { millis: number; bytes: number },
): Promise<{ status: number; text: string }> {
  const started = performance.now()
  try {
    return await attempt(url, { body, ...limits })
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    // The other side has let go of a kept connection at the moment it was used: nothing was answered, and JSON-RPC bears repeating.
    const millis = limits.millis - (performance.now() - started)
    return attempt(url, { body, ...limits, millis, connection: 'alone' })
  }
}

type Attempt = { body: string; millis: number; bytes: number; connection?: 'kept' | 'alone' }

class StaleConnection extends Error {
  override readonly name = 'StaleConnection'
}

function attempt(
  url: string,
  { body, millis, bytes, connection = 'kept' }: Attempt,
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const isSecure = url.startsWith('https:')
  const request = (isSecure ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    agent: AGENTS[isSecure ? 'https' : 'http'][connection],
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  const give = (error: Error) => {
    reject(error)
    request.destroy()
  }
  const timer = setTimeout(() => give(new AnswerTooLate('no whole answer in time')), millis)
  let answered = false
  request.on('response', (response: IncomingMessage) => {
    answered = true
    const chunks: Uint8Array[] = []
    let length = 0
    response.on('data', (chunk: Uint8Array) => {
      length += chunk.length
      if (length > bytes) give(new AnswerTooLong(`more than ${bytes} bytes`))
      else chunks.push(chunk)
    })
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
    )
    response.on('error', reject)
  })
  request.on('error', error => {
    const isStale = request.reusedSocket && !answered
    reject(isStale ? new StaleConnection('a kept connection was closed', { cause: error }) : error)
  })
  request.end(body)
  return promise.finally(() => clearTimeout(timer))
}
