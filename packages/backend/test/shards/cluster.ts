import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { RealServiceLine } from '../../src/start/start-service.ts'
import { type BackendProcess, startBackend } from '../backend-process.ts'
import type { ChainOfOthers } from '../chain-of-others.ts'

const PATIENCE_MILLIS = 120_000

export type Process = BackendProcess<RealServiceLine>

/** Processes of one service on one database, behind a client that asks another one when one does not answer. */
export class Cluster {
  readonly alive = new Set<Process>()
  readonly #env = {
    SECRETS_KEY: randomBytes(32).toString('base64'),
    ADMIN_TOKEN: randomBytes(32).toString('hex'),
  }
  readonly #args: string[]
  readonly #started: Process[] = []
  /** What processes are given that start from now on. */
  operatorKeys: string

  constructor(others: ChainOfOthers, database: string, operatorKeys: string, more: string[]) {
    this.#args = [...others.args, '--database-url', database, '--rate-limit', '100000', ...more]
    this.operatorKeys = operatorKeys
  }

  async start(folder?: string): Promise<Process> {
    const process = await startBackend<RealServiceLine>({
      ...(folder !== undefined && { folder }),
      args: this.#args,
      env: { ...this.#env, OPERATOR_KEY: this.operatorKeys },
      captureLog: true,
    })
    this.alive.add(process)
    this.#started.push(process)
    return process
  }

  async end(process: Process, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.alive.delete(process)
    await process.end(signal)
  }

  /** Which leases a process says it holds. */
  async heldBy({ url }: Process): Promise<string[]> {
    const headers = { Authorization: `Bearer ${this.#env.ADMIN_TOKEN}` }
    const text = await (await fetch(`${url}/metrics`, { headers })).text()
    return [...text.matchAll(/^billing_leader{lease="([^"]+)"} 1$/gm)].map(([, lease]) => lease as string)
  }

  /** Who holds what now, as far as processes answer. */
  async holders(): Promise<Map<Process, string[]>> {
    const told = [...this.alive].map(async each => [each, await this.heldBy(each).catch(() => [])] as const)
    return new Map((await Promise.all(told)).filter(([, leases]) => leases.length > 0))
  }

  /** Calls until one of the processes answers. */
  async stubbornly<T>(call: (process: Process) => Promise<T>): Promise<T> {
    const deadline = performance.now() + PATIENCE_MILLIS
    for (let turn = Math.floor(Math.random() * 4); ; turn += 1) {
      const alive = [...this.alive]
      try {
        return await call(alive[turn % alive.length] as Process)
      } catch (error) {
        if (performance.now() > deadline) throw error
        await delay(50)
      }
    }
  }

  /** What all of them have logged, those that were killed too. */
  log(): string[] {
    return this.#started.flatMap(process => process.log())
  }

  async remove(): Promise<void> {
    await Promise.all([...this.alive].map(process => process.remove()))
  }
}
