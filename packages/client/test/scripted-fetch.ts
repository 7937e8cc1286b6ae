import type { SimulatedTime } from './simulated-time.ts'

/** The outcome of one attempt, after so many milliseconds. */
export type ScriptedAttempt = { afterMs: number } & (
  | { kind: 'answer'; status: number; retryAfter?: string | undefined; body?: object | undefined }
  | { kind: 'network' }
  | { kind: 'silence' }
)

export type SentAttempt = { at: number; endedAt: number; idempotencyKey: string | null }

/** A `fetch` that follows a script in simulated time, and ignores its signal as a careless one would. */
export function scriptedFetch(time: SimulatedTime, script: ScriptedAttempt[]) {
  const sent: SentAttempt[] = []
  const fetch = (_: unknown, init: RequestInit = {}) => {
    const attempt = script[Math.min(sent.length, script.length - 1)]
    const at = time.monotonicMs()
    const record = {
      at,
      endedAt: Number.POSITIVE_INFINITY,
      idempotencyKey: new Headers(init.headers).get('idempotency-key'),
    }
    sent.push(record)
    return new Promise<Response>((resolve, reject) => {
      if (!attempt || attempt.kind === 'silence') return
      time.schedule(attempt.afterMs, () => {
        record.endedAt = time.monotonicMs()
        if (attempt.kind === 'network') return reject(new TypeError('fetch failed'))
        const headers: Record<string, string> = attempt.retryAfter
          ? { 'retry-after': attempt.retryAfter }
          : {}
        resolve(Response.json(attempt.body ?? {}, { status: attempt.status, headers }))
      })
    })
  }
  return { sent, fetch: fetch as typeof globalThis.fetch }
}
