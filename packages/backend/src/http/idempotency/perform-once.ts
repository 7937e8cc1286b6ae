import { hkdfSync } from 'node:crypto'
import type { UnixMillis } from '@per-second/protocol/time'
import { ApiError } from '../../domain/api-error.ts'
import type { IdempotencyRecord } from '../../domain/entities.ts'
import type { Deps } from '../../routes/deps.ts'
import type { Call, EffectRoute, Once } from '../../routes/route.ts'
import type { Transaction } from '../../storage/storage.ts'
import { createSecretBox, type SecretBox } from '../../webhooks/secret-box.ts'
import { holdPlace, type Places } from '../places.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** How long an answer waits for its chain work, in milliseconds of real time (docs/money.md, rule 39). */
const JOB_WAIT_MILLIS = 15_000
const RETENTION_MILLIS = 24 * 3600 * 1000

/** The bytes of an answer, and whether they were given before. */
export type Answer = { text: string; replayed: boolean }

/** The outcome of one attempt: a response, the chain work that it waits for, or the record of an earlier attempt. */
type Outcome = { text: string } | { jobId: string | null } | { earlier: IdempotencyRecord }

/**
 * Carries out an effect, once per Idempotency-Key. The record commits in the same unit of work as the effect and its
 * event, so a kill between any two instructions leaves both or neither. With chain work behind it the unit claims the
 * key and commits the intent. The response is added when the work is done, and a repeat before that waits on. An
 * advance of the clock claims the key with its target instant. Only successes are kept. Of a route that answers afresh,
 * only the request of the key is kept: a repeat performs the effect again, which acts once by itself.
 */
export class PerformOnce {
  readonly #deps: Pick<Deps, 'storage' | 'clock' | 'gate' | 'worker' | 'newId' | 'policy'>
  readonly #places: Places
  readonly #underWay = new Map<string, Promise<unknown>>()

  constructor(
    deps: Pick<Deps, 'storage' | 'clock' | 'gate' | 'worker' | 'newId' | 'policy'>,
    places: Places,
  ) {
    this.#deps = deps
    this.#places = places
  }

  async perform(route: EffectRoute, call: Call, key: IdempotencyKey | null): Promise<Answer> {
    const outcome = await this.#attemptInTurn(route, call, key)
    if ('earlier' in outcome)
      return this.#replay(route, call, { key: key as IdempotencyKey, record: outcome.earlier })
    if ('text' in outcome) return { text: outcome.text, replayed: false }
    return { text: await this.#answerAfterJob(route, call, { key, jobId: outcome.jobId }), replayed: false }
  }

  /** Repeats wait until the first one has claimed the key. They wait for the chain with it, not behind it. */
  async #attemptInTurn(route: EffectRoute, call: Call, key: IdempotencyKey | null): Promise<Outcome> {
    // A repeat that is not given the first one's answer has no reason to wait for it.
    if (key === null || route.answersAfresh) return this.#attemptOrFind(route, call, key)
    while (this.#underWay.has(key.id)) await this.#underWay.get(key.id)
    const outcome = this.#attemptOrFind(route, call, key)
    this.#underWay.set(key.id, outcome.then(noop, noop))
    try {
      return await outcome
    } finally {
      this.#underWay.delete(key.id)
    }
  }

  #attemptOrFind(route: EffectRoute, call: Call, key: IdempotencyKey | null): Promise<Outcome> {
    return this.#attempt(route, call, key).catch(async error => {
      // Another process may have done it first, which is why this one was refused.
      const earlier = await this.#recordOf(key)
      if (earlier === null) throw error
      return { earlier }
    })
  }

  #attempt(route: EffectRoute, call: Call, key: IdempotencyKey | null): Promise<Outcome> {
    const { gate, storage } = this.#deps
    const perform = async (): Promise<Outcome> => {
      // Gathering may be slow or be an effect of its own, so a repeat must skip it. Without a gather step the unit
      // itself reads the record soon enough.
      const earlier = route.gather === undefined ? null : await this.#recordOf(key)
      if (earlier !== null) return { earlier }
      const { text, evidence } = await this.#gather(route, call, key)
      if (text !== null) return { text }
      return storage.unitOfWork(tx => this.#act(route, call, { key, tx, evidence }))
    }
    return route.exclusive ? gate.exclusive(perform) : gate.pass(perform)
  }

  /** @returns the response too, if gathering has committed it */
  async #gather(
    route: EffectRoute,
    call: Call,
    key: IdempotencyKey | null,
  ): Promise<{ text: string | null; evidence: unknown }> {
    const kept: { text: string | null } = { text: null }
    const once: Once = {
      keep: async (tx, body) => {
        kept.text = JSON.stringify(body)
        if (key === null) return
        await tx.idempotency.remove([key.id])
        const created = this.#deps.clock.now()
        await tx.idempotency.insert({ ...blankRecord(key), response: kept.text, created })
      },
      claim: target => (key === null ? Promise.resolve(target) : this.#claim(key, target)),
    }
    const owner = route.asksChain ? call.owner : null
    const evidence = await holdPlace(this.#places, owner, async () => route.gather?.(call, once))
    return { text: kept.text, evidence }
  }

  async #act(
    route: EffectRoute,
    call: Call,
    { key, tx, evidence }: { key: IdempotencyKey | null; tx: Transaction; evidence: unknown },
  ): Promise<Outcome> {
    const operation = this.#operation(tx, call)
    const { now } = operation
    const [meanwhile] = await Promise.all([
      key === null ? null : tx.idempotency.get(key.id),
      route.prefetch?.(call, tx),
    ])
    if (key !== null && meanwhile !== null) {
      if (isKept(meanwhile, now) && binds(meanwhile, key)) return { earlier: meanwhile }
      await tx.idempotency.remove([meanwhile.id])
    }
    const handled = await route.act(call, operation, evidence)
    const text = 'body' in handled ? JSON.stringify(handled.body) : null
    const jobId = 'jobId' in handled ? handled.jobId : null
    if (key !== null) {
      const response = text !== null && route.secretAnswer ? answerBox(key).seal(text, OWNER) : text
      const bound = route.answersAfresh ? {} : { jobId, response }
      await tx.idempotency.insert({ ...blankRecord(key), ...bound, created: now })
    }
    return text === null ? { jobId } : { text }
  }

  async #recordOf(key: IdempotencyKey | null): Promise<IdempotencyRecord | null> {
    if (key === null) return null
    const { storage, clock } = this.#deps
    const record = await storage.read(tx => tx.idempotency.get(key.id))
    return record !== null && isKept(record, clock.now()) && binds(record, key) ? record : null
  }

  async #replay(
    route: EffectRoute,
    call: Call,
    { key, record }: { key: IdempotencyKey; record: IdempotencyRecord },
  ): Promise<Answer> {
    if (record.fingerprint !== key.fingerprint) {
      throw new ApiError(
        'idempotency_key_reused',
        'This Idempotency-Key was used for another request. Use a new one.',
        { param: 'Idempotency-Key' },
      )
    }
    if (record.response !== null) {
      const text = route.secretAnswer ? answerBox(key).open(record.response, OWNER) : record.response
      return { text, replayed: true }
    }
    if (record.jobId === null) throw new Error(`Idempotency record ${record.id} has neither answer nor job.`)
    return { text: await this.#answerAfterJob(route, call, { key, jobId: record.jobId }), replayed: true }
  }

  async #answerAfterJob(
    { conclude, operationId, answersAfresh }: EffectRoute,
    call: Call,
    { key, jobId }: { key: IdempotencyKey | null; jobId: string | null },
  ): Promise<string> {
    const { gate, storage, worker } = this.#deps
    if (conclude === undefined)
      throw new Error(`${operationId} leaves chain work but cannot answer after it.`)
    const wait = { timeoutMs: JOB_WAIT_MILLIS, merchant: call.owner?.merchant ?? '' }
    const isDone = jobId === null || (await worker.waitFor(jobId, wait))
    // A pending result is not stored for a day: a repeat waits on, and returns the state at that time.
    const keepsIt = key !== null && isDone && !answersAfresh
    return gate.pass(() =>
      storage.unitOfWork(async tx => {
        const record = keepsIt ? await tx.idempotency.get(key.id) : null
        // The first answer that was given stays the answer.
        if (record !== null && record.response !== null) return record.response
        const text = JSON.stringify(await conclude(call, this.#operation(tx, call), jobId))
        if (record !== null) await tx.idempotency.update({ ...record, response: text })
        return text
      }),
    )
  }

  #operation(tx: Transaction, { traceparent }: Call) {
    const { clock, newId, policy } = this.#deps
    return { tx, now: clock.now(), newId, policy, traceparent }
  }

  /** It is as young as the clock will be when it is there: its repeat after a kill must still find it. */
  #claim(key: IdempotencyKey, advancesTo: UnixMillis): Promise<UnixMillis> {
    const { storage, clock } = this.#deps
    return storage.unitOfWork(async tx => {
      const earlier = await tx.idempotency.get(key.id)
      // `perform` has found none that binds. One that is left claimed the key for the same request.
      if (earlier !== null && earlier.advancesTo !== null && isKept(earlier, clock.now()))
        return earlier.advancesTo
      await tx.idempotency.remove([key.id])
      await tx.idempotency.insert({ ...blankRecord(key), advancesTo, created: advancesTo })
      return advancesTo
    })
  }
}

function isKept(record: IdempotencyRecord, now: number): boolean {
  return now < record.created + RETENTION_MILLIS
}

/** Whether the record answers a repeat. If it only claimed the key, the claiming request goes on instead. */
function binds({ response, jobId, fingerprint }: IdempotencyRecord, key: IdempotencyKey): boolean {
  return response !== null || jobId !== null || fingerprint !== key.fingerprint
}

function blankRecord({ id, fingerprint }: IdempotencyKey) {
  return { id, fingerprint, jobId: null, response: null, advancesTo: null }
}

function noop(): void {}

/** A stored response belongs to the one request of its key, so that it has no other owner. */
const OWNER = ''

/**
 * Seals a response that holds a secret so that only a repeat of the request can read it. Keys and tokens are stored
 * hashed, and their responses must not undo that. The key comes from the Idempotency-Key as sent, which is not stored
 * either.
 */
export function answerBox({ id, secret }: Pick<IdempotencyKey, 'id' | 'secret'>): SecretBox {
  return createSecretBox(Buffer.from(hkdfSync('sha256', secret, id, 'idempotent answer', 32)))
}
