import type { Fetch } from '../in-flight.ts'
import type { SharedServiceClock } from '../service-clock.ts'
import type { Storage } from '../storage/storage.ts'
import { readClock } from './clock-setting.ts'

/** Where the leader of local mode answers. */
const URL_SETTING = 'local.leader_url'

/** What only the leader can do in local mode: it has the clock, the faucet and the faults. */
const LEADERS_OWN = /^\/(_local|v1\/test_helpers)\//

/** Says where the leader answers, to those that follow it. */
export async function announceLeader(storage: Storage, url: string): Promise<void> {
  await storage.unitOfWork(tx => tx.settings.set(URL_SETTING, url))
}

/**
 * Local mode on a shared database: a process that does not lead reads the leader's clock before each request, and passes on what
 * only the leader can do. When the leader has just gone, the app answers for itself.
 */
export function followLocally(
  app: Fetch,
  parameters: { storage: Storage; clock: SharedServiceClock; leads: () => boolean },
): Fetch {
  const { storage, clock, leads } = parameters
  return async (request, env) => {
    if (leads()) return app(request, env)
    const { pathname, search } = new URL(request.url)
    if (LEADERS_OWN.test(pathname)) {
      const leader = await storage.read(tx => tx.settings.get(URL_SETTING))
      const passed = leader && (await passOn(request, leader + pathname + search))
      if (passed) return passed
    }
    const state = await readClock(storage)
    if (state) clock.adopt(state)
    return app(request, env)
  }
}

/** @returns null when nobody answers there */
async function passOn(request: Request, url: string): Promise<Response | null> {
  const { method } = request
  const headers = new Headers(request.headers)
  for (const name of ['host', 'connection', 'content-length', 'transfer-encoding', 'expect'])
    headers.delete(name)
  const body = method === 'GET' || method === 'HEAD' ? null : await request.clone().arrayBuffer()
  try {
    const answer = await fetch(url, { method, headers, body, redirect: 'manual' })
    const answered = new Headers(answer.headers)
    for (const name of [
      'connection',
      'keep-alive',
      'transfer-encoding',
      'content-encoding',
      'content-length',
    ])
      answered.delete(name)
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers: answered })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
