import type { OpenApiDocument } from '../../src/openapi/document-types.ts'
import { type BackendProcess, startBackend } from '../backend-process.ts'
import { createDocumentCheck } from '../documented-answer.ts'
import { createFuzzWorld, type FuzzWorld } from './fuzz-world.ts'
import { createRandom } from './random.ts'
import { createRequestMaker } from './request-maker.ts'
import { createTally, type Tally } from './tally.ts'
import { createWireClient, type WireAnswer } from './wire-client.ts'
import type { FuzzRequest } from './write-request.ts'

const CONNECTIONS = 16

/** The number of different violations after which a run gives up. */
const MAX_VIOLATIONS = 20

export type FuzzReport = {
  requests: number
  seconds: number
  /** How many answers there were of each status. */
  statuses: Record<string, number>
  violations: string[]
}

/**
 * Sends generated requests to a real backend process and checks every response against the document that the backend
 * itself serves. At the end the books must fit the responses, also after a restart.
 *
 * @param seed the same seed makes the same requests, except for ids, which are the backend's
 */
export async function runFuzz(options: {
  count: number
  seed: number
  progress?: (done: number) => void
}): Promise<FuzzReport> {
  const backend = await startBackend({ args: ['--log', 'silent'] })
  const started = performance.now()
  const violations: string[] = []
  const statuses: Record<string, number> = {}
  try {
    const world = await createFuzzWorld(backend)
    const document = (await (await fetch(`${backend.url}/openapi.json`)).json()) as OpenApiDocument
    const tally = await createTally(backend.url, world)
    const judge = createJudge(document)
    const make = createRequestMaker(document, world)
    let next = 0
    const work = async () => {
      const client = createWireClient(backend.url)
      while (next < options.count && violations.length < MAX_VIOLATIONS) {
        const index = next++
        if (index % 1000 === 0) options.progress?.(index)
        const request = make(createRandom(Math.imul(options.seed, 1_000_003) + index))
        try {
          const answer = await client.send(request, request.method)
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
          const problem = judge(request, answer)
          if (problem !== null) violations.push(told(index, request, problem, answer))
          learn(world, tally, request, answer)
        } catch (error) {
          violations.push(told(index, request, (error as Error).message, null))
        }
      }
      client.close()
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, work))
    violations.push(...(await tally.differences(backend.url)))
    violations.push(...(await restartProblems(backend, tally)))
    return { requests: next, seconds: (performance.now() - started) / 1000, statuses, violations }
  } finally {
    await backend.remove()
  }
}

function createJudge(document: OpenApiDocument) {
  const check = createDocumentCheck(document)
  const requestIds = new Set<string>()
  return (request: FuzzRequest, answer: WireAnswer): string | null => {
    const { method, target, json } = request
    const path = target?.startsWith('/') ? target : '/no-such-path'
    // Broken HTTP is refused with a body and a closed connection, with any method.
    const misunderstood =
      method === 'HEAD' && answer.text !== '' && answer.headers.get('Connection') === 'close'
    const problem = check.answer({ method: misunderstood ? 'GET' : method, path, ...answer })
    if (problem !== null) return problem
    if (answer.status >= 500) return `${answer.status} without a fault`
    const requestId = answer.headers.get('Request-Id') ?? ''
    if (requestIds.has(requestId)) return `${requestId} was given twice`
    requestIds.add(requestId)
    const accepted = answer.status === 200 && json !== undefined
    if (accepted && check.acceptsBody(method, path, json) === false)
      return 'accepted a body the document refuses'
    return null
  }
}

/** Learns the ids in a response for later requests, and counts them. */
function learn(world: FuzzWorld, tally: Tally, request: FuzzRequest, answer: WireAnswer): void {
  if (answer.status !== 200 || request.method !== 'POST') return
  const made = JSON.parse(answer.text) as { id?: string; object?: string }
  if (made.id === undefined) return
  tally.made(request.key, made.object ?? '', made.id)
  const pool =
    made.object === 'product'
      ? world.ids.product
      : made.object === 'checkout.session'
        ? world.ids.session
        : made.object === 'webhook_endpoint'
          ? world.ids.endpoint
          : null
  if (pool !== null && pool.length < 500) pool.push(made.id)
}

async function restartProblems(backend: BackendProcess, tally: Tally): Promise<string[]> {
  const code = await backend.end('SIGTERM')
  if (code !== 0) return [`The backend ended with ${code}.`]
  const again = await startBackend({ folder: backend.folder, args: ['--log', 'silent'] })
  try {
    return (await tally.differences(again.url)).map(difference => `after a restart: ${difference}`)
  } finally {
    await again.end('SIGTERM')
  }
}

function told(index: number, request: FuzzRequest, problem: string, answer: WireAnswer | null): string {
  const shown = JSON.stringify(request.bytes.subarray(0, 600).toString('latin1'))
  const answered = answer === null ? '' : `\n  answer: ${answer.status} ${answer.text.slice(0, 300)}`
  return `request ${index}: ${problem}\n  sent: ${shown}${answered}`
}
