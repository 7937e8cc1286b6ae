import type { ErrorCode } from '@per-second/protocol/errors'
import { emptyBodySchema, emptyQuerySchema } from '@per-second/protocol/schema'
import type { UnixMillis } from '@per-second/protocol/time'
import type { z } from 'zod'
import type { BillingOperation } from '../actions/operation.ts'
import type { CheckoutSession, Scope } from '../domain/entities.ts'
import type { Transaction } from '../storage/storage.ts'
import type { Deps } from './deps.ts'

/** The allowed callers: a merchant's server, a signed-in subscriber's page, any caller, or a local backend's operator. */
export type Auth = 'secret' | 'client' | 'none' | 'admin'

export type Json = object

/** The parameters of a path template: `/v1/products/{id}` has `id`. */
type ExtractParams<Path extends string> = string extends Path
  ? Record<string, string>
  : { [Name in NamesIn<Path>]: string }

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The caller of a route: a merchant, or a subscriber whose token opens the meter of one session. */
export type Caller<A extends Auth> = A extends 'secret'
  ? { scope: Scope }
  : A extends 'client'
    ? { scope: Scope; session: CheckoutSession; tokenId: string }
    : unknown

/** The merchant, in one mode, whose budget a request draws on, and the session or other object that it is about. */
export type Owner = { merchant: string; session: string }

/** One request after everything around it was checked. */
export type Call<
  A extends Auth = Auth,
  Params = Record<string, string>,
  Query = Record<string, unknown>,
  Body = Record<string, unknown>,
> = {
  deps: Deps
  caller: Caller<A>
  params: Params
  query: Query
  body: Body
  /** Null for an operator's own. */
  owner: Owner | null
  /** The request's `Origin` header. */
  origin: string | null
  /** The request's trace, if it has one (`http/request-context.ts`). */
  traceparent: string | null
  /** Headers of the answer, to be added to. */
  headers: Record<string, string>
}

/**
 * The result of an effect: a response, or chain work after which `conclude` makes it. The job is null when there is no
 * work to wait for.
 */
export type Handled = { body: Json } | { jobId: string | null }

/** How gathered data is bound to the request's Idempotency-Key. Without a key no data is kept. */
export type Once = {
  /** Commits the response in another unit of work, with its effect. `act` is not called any more then. */
  keep(tx: Transaction, body: Json): Promise<void>
  /** Commits the key with the instant to which the clock is about to be advanced. @returns the one of the first such claim */
  claim(advancesTo: UnixMillis): Promise<UnixMillis>
}

type Common<A extends Auth, Path extends string, Query extends z.ZodType, Response extends z.ZodType> = {
  path: Path
  /** The name in the OpenAPI document. */
  operationId: string
  summary: string
  /** For the OpenAPI document, where the summary is not enough. */
  description?: string
  auth: A
  query: Query
  response: Response
  /** Exists in local mode only, and for test keys only. */
  testOnly?: true
  /** Exists in local mode only. */
  localOnly?: true
  /** Has the service to itself: no other request is under way (docs/money.md, rule 15). */
  exclusive?: true
  /** A step of signing in: counts against a bucket of its own of its session too (docs/money.md, rule 50). */
  signIn?: true
  /** The answer holds a secret that is stored hashed: a kept answer is sealed with its Idempotency-Key. */
  secretAnswer?: true
  /** Has no effect, so that nothing is kept of it: an Idempotency-Key is checked and binds nothing. */
  keepsNothing?: true
  /** The answer gives a token away: it is made again for every repeat and never kept, so the effect itself must act only once. */
  answersAfresh?: true
  /** The answer carries `Billing-Cap` where the session has a cap. */
  tellsCap?: true
  /** Codes of the route's own rules, for the OpenAPI document: every other one follows from its shape (`openapi/refusals.ts`). */
  refusals?: readonly ErrorCode[]
}

type ReadRoute<
  A extends Auth,
  Path extends string,
  Query extends z.ZodType,
  Response extends z.ZodType,
  Found,
> = Common<A, Path, Query, Response> & {
  method: 'GET'
  body: null
  /** The rows that `read` will need by id, queried together with the caller in one round trip. They are not revealed. */
  prefetch?: (params: ExtractParams<Path>, tx: Transaction) => Promise<unknown>
  read: (call: Call<A, ExtractParams<Path>, z.output<Query>, null>, tx: Transaction) => Promise<Found>
  /** Slow calls to the chain about the data read, made in a place after the database is released. They return the response. */
  conclude?: (
    call: Call<A, ExtractParams<Path>, z.output<Query>, null>,
    found: NoInfer<Found>,
  ) => Promise<Json>
}

type WriteRoute<
  A extends Auth,
  Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Evidence,
> = Common<A, Path, Query, Response> & {
  method: 'POST' | 'DELETE'
  body: Body
  /**
   * Slow questions to the chain, asked before the unit of work. Must change nothing that matters twice, unless it commits the
   * answer with the change, or claims the key with where it leads.
   */
  gather?: (
    call: Call<A, ExtractParams<Path>, z.output<Query>, z.output<Body>>,
    once: Once,
  ) => Promise<Evidence>
  /** Its gathering calls the chain: it takes a place for that (docs/money.md, rule 50). */
  asksChain?: true
  /** The rows that `act` will need by id, queried together with the record of an earlier request, in one round trip. */
  prefetch?: (
    call: Call<A, ExtractParams<Path>, z.output<Query>, z.output<Body>>,
    tx: Transaction,
  ) => Promise<unknown>
  /** The effect, inside one unit of work. */
  act: (
    call: Call<A, ExtractParams<Path>, z.output<Query>, z.output<Body>>,
    operation: BillingOperation,
    evidence: NoInfer<Evidence>,
  ) => Promise<Handled>
  /** The answer after the job that `act` left behind, in a unit of work of its own. */
  conclude?: (
    call: Call<A, ExtractParams<Path>, z.output<Query>, z.output<Body>>,
    operation: BillingOperation,
    jobId: string | null,
  ) => Promise<Json>
}

/** Routes as the table holds them: types of parameters, query and body were checked where they were declared. */
export type ReadingRoute = ReadRoute<Auth, string, z.ZodObject, z.ZodType, unknown>
export type EffectRoute = WriteRoute<Auth, string, z.ZodObject, z.ZodObject, z.ZodType, unknown>
export type Route = ReadingRoute | EffectRoute

/** Whether subscribers' pages call it. */
export function isClientRoute({ path }: Pick<Route, 'path'>): boolean {
  return path.startsWith('/v1/client/')
}

/** Declares a route that changes nothing: a GET, without parameters of its own unless it has a query. */
export function readRoute<
  A extends Auth,
  Path extends string,
  Response extends z.ZodType,
  Query extends z.ZodObject = typeof emptyQuerySchema,
  Found = Json,
>(route: Declared<ReadRoute<A, Path, Query, Response, Found>, 'method' | 'body', { query?: Query }>): Route {
  return { query: emptyQuerySchema, ...route, method: 'GET', body: null } as unknown as Route
}

/** Declares a route with an effect: a POST without a body, unless it has another method or a body. */
export function effectRoute<
  A extends Auth,
  Path extends string,
  Response extends z.ZodType,
  Body extends z.ZodObject = typeof emptyBodySchema,
  Evidence = undefined,
>(
  route: Declared<
    WriteRoute<A, Path, typeof emptyQuerySchema, Body, Response, Evidence>,
    never,
    { method?: 'DELETE'; body?: Body }
  >,
): Route {
  return { method: 'POST', query: emptyQuerySchema, body: emptyBodySchema, ...route } as unknown as Route
}

/** A route as it is written down, without its usual parts. */
type Declared<Whole, Fixed extends keyof Whole, Usual> = Omit<Whole, Fixed | 'query' | keyof Usual> & Usual
