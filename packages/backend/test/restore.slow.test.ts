import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Product, Subscription } from '@per-second/protocol/types'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeDataFolder } from '../src/files/data-folder.ts'
import type { RealServiceLine } from '../src/start/start-service.ts'
import { openSqliteStorage } from '../src/storage/sqlite/sqlite-storage.ts'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { type ChainOfOthers, startChainOfOthers } from './chain-of-others.ts'
import { createDatabase } from './create-database.ts'
import { administer, administerWith, makeMerchant } from './make-merchant.ts'
import { balanceOf, merchantServerOn } from './merchant.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { createSubscriber } from './subscriber.ts'

type RealBackend = BackendProcess<RealServiceLine>

const FUNDS = 10_000_000n
/** Base units a second, of every product here. */
const RATE = 1_000n
const DEADLINE_MILLIS = 30_000
/** Long before anything here has happened. */
const SINCE = '2020-01-01T00:00:00Z'

let server: PostgresServer
let others: ChainOfOthers
beforeAll(async () => {
  ;[server, others] = await Promise.all([startPostgres(), startChainOfOthers()])
})
afterAll(() => Promise.all([others.remove(), server.stop()]))

/** Where a service keeps its data, and how that is copied while it goes on. */
type Place = {
  access: string[]
  start(): Promise<RealBackend>
  backUp(backend: RealBackend): Promise<{ copy: Place; backend: RealBackend }>
}
type Run = { args: string[]; env: Record<string, string>; folder: string }

function onSqlite(run: Run): Place {
  const access = ['--data', run.folder]
  return {
    access,
    start: () => startBackend<RealServiceLine>(run),
    backUp: async backend => {
      const folder = join(run.folder, 'backup')
      const made = await administer('backup', '--to', folder, ...access)
      expect(made).toEqual({ folder, files: ['billing.sqlite', 'webhooks.key'] })
      return { copy: onSqlite({ ...run, folder }), backend }
    },
  }
}

function onPostgres(run: Run, url: string): Place {
  const access = ['--data', run.folder, '--database-url', url]
  const start = () => startBackend<RealServiceLine>({ ...run, args: [...run.args, '--database-url', url] })
  return {
    access,
    start,
    // The work of pg_dump and pg_restore, without their binaries. The database must be unused meanwhile.
    backUp: async backend => {
      await backend.end('SIGTERM')
      const copy = onPostgres(run, await createDatabase(server.address, url))
      return { copy, backend: await start() }
    },
  }
}

const engines = {
  SQLite: async (run: Run) => onSqlite(run),
  PostgreSQL: async (run: Run) => onPostgres(run, await server.newDatabase()),
}

describe.each(Object.entries(engines))('a backup on %s', (_, placeOf) => {
  test('behaviour: after a restore no payer is charged for time that the backup does not know, and every deposit is accounted for (docs/money.md, rule 68)', async () => {
    const { key } = await others.newOperator()
    const folder = mkdtempSync(join(tmpdir(), 'per-second-restore-'))
    const env = { OPERATOR_KEY: key }
    const args = [...others.args, '--settle-every', '1', '--rate-limit', '100000']
    const place = await placeOf({ folder, args, env })
    let backend = await place.start()
    try {
      const made = await makeMerchant(...place.access)
      const product = (fields: Partial<Product>) =>
        merchantServerOn(backend, made).product({ rate_usd_per_second: '0.001', ...fields })
      const [pausable, steady, later] = await Promise.all([
        product({ allow_pause: true }),
        product({ allow_pause: false }),
        product({ allow_pause: true, start_mode: 'merchant' }),
      ])
      const payer = async () => {
        const subscriber = createSubscriber(backend)
        await others.fund(subscriber.account.address, FUNDS)
        return subscriber
      }
      const open = async (of: Product) => {
        const subscriber = await payer()
        const session = await merchantServerOn(backend, made).session(of)
        return {
          ...(await subscriber.subscribe(session, 3_600)),
          address: subscriber.account.address,
          subscriber,
        }
      }
      const read = (id: string) => merchantServerOn(backend, made).subscription(id)
      const charging = async (id: string) => {
        const deadline = performance.now() + DEADLINE_MILLIS
        for (;;) {
          const now = await read(id)
          if (now.billed_seconds > 0) return now
          if (performance.now() > deadline) throw new Error(`${id} stays ${JSON.stringify(now)}`)
          await delay(50)
        }
      }

      const [paused, running, cancelled, started] = await Promise.all([
        open(pausable),
        open(steady),
        open(pausable),
        open(later),
      ])
      const signer = await payer()
      const session = await merchantServerOn(backend, made).session(pausable)
      const { body: draft } = await signer.prepare(session.id, 3_600)
      await charging(paused.id)
      const backup = await place.backUp(backend)
      backend = backup.backend

      await createSubscriber(backend, paused.subscriber.account).act(paused.token, paused.id, 'pause')
      const stoodAt = (await read(paused.id)).elapsed_seconds
      const { billed_seconds: cancelledAt } = await merchantServerOn(backend, made).act(
        cancelled.id,
        'cancel',
      )
      await merchantServerOn(backend, made).act(started.id, 'start')
      const { id: signed } = (
        await createSubscriber(backend, signer.account).authorise(
          session.id,
          draft.draft,
          await signer.sign(draft),
        )
      ).body.subscription
      const fresh = await open(pausable)
      const [charged] = (await Promise.all([fresh.id, started.id, signed].map(charging))) as [Subscription]
      await backend.end('SIGKILL')

      const { copy } = backup
      await others.setTokenPaused(true)
      await expect(restore(copy, args, env)).rejects.toThrow(/2 of the meters could not be closed now/)
      await others.setTokenPaused(false)
      const [restored] = (await restore(copy, args, env)).data
      const payerOf = ({ payer }: { payer: string }) => payer
      expect(restored.returned.map(payerOf).toSorted()).toEqual(
        [signer.account.address, fresh.address].toSorted(),
      )
      expect(restored).toMatchObject({ mode: 'test', left: [], paused: [], corrected: [] })
      for (const address of [signer.account.address, fresh.address]) {
        const spent = FUNDS - (await balanceOf(others, address))
        expect(spent > 0n && spent < 60n * RATE && spent % RATE === 0n).toBe(true)
      }
      expect(FUNDS - (await balanceOf(others, fresh.address))).toBeGreaterThanOrEqual(
        BigInt(charged.billed_seconds) * RATE,
      )
      expect((await restore(copy, args, env)).data).toMatchObject([{ returned: [], paused: [], left: [] }])

      backend = await copy.start()
      await expect(restore(copy, args, env)).rejects.toThrow(/runs on this database|in use/)
      expect((await read(paused.id)).status).toBe('paused')
      expect((await read(paused.id)).elapsed_seconds).toBeLessThanOrEqual(stoodAt)
      expect(await read(cancelled.id)).toMatchObject({
        ...{ status: 'canceled', billed_seconds: cancelledAt, elapsed_seconds: cancelledAt },
      })
      const standing = await read(started.id)
      expect(standing.status).toBe('paused')
      expect(standing.elapsed_seconds).toBeGreaterThanOrEqual(standing.billed_seconds)
      expect((await read(running.id)).status).toBe('running')

      // All go on from there, and end with their charged seconds.
      await merchantServerOn(backend, made).act(paused.id, 'resume')
      const merchant = merchantServerOn(backend, made)
      await Promise.all([paused, running, started].map(({ id }) => merchant.act(id, 'cancel')))
      for (const { id, address } of [paused, running, cancelled, started]) {
        const over = await read(id)
        expect(over.elapsed_seconds).toBe(over.billed_seconds)
        expect(await balanceOf(others, address)).toBe(FUNDS - BigInt(over.billed_seconds) * RATE)
      }
      expect(await balanceOf(others, others.chain.escrow)).toBe(0n)
    } finally {
      await backend.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  }, 300_000)
})

describe('a file that is no backup', () => {
  let folder: string
  let env: Record<string, string>
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'per-second-no-backup-'))
    env = { OPERATOR_KEY: (await others.newOperator()).key }
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('error: where there is no database none is made', async () => {
    const data = join(folder, 'elsewhere')
    const databaseUrl = await server.newDatabase()
    const refusal = /There is no database .*--data.*DATABASE_URL/
    const before = administerWith(env, '--data', data, ...others.args, 'restore', '--since', SINCE)
    await expect(before).rejects.toThrow(refusal)
    expect(existsSync(data)).toBe(false)
    const empty = administerWith(
      ...[env, 'restore', '--data', data, ...others.args],
      ...['--database-url', databaseUrl, '--since', SINCE],
    )
    await expect(empty).rejects.toThrow(refusal)
    expect(existsSync(data)).toBe(false)
  })

  test('error: a folder that a service holds is left as it is, before its database is opened', async () => {
    writeFileSync(join(folder, 'billing.sqlite'), 'of another version')
    const held = takeDataFolder(folder)
    try {
      const beside = administerWith(env, 'restore', '--data', folder, ...others.args, '--since', SINCE)
      await expect(beside).rejects.toThrow(/is in use by process/)
    } finally {
      held.release()
    }
  })

  test('error: a database that knows nothing of a mode closes none of its meters', async () => {
    await (await openSqliteStorage(join(folder, 'billing.sqlite'))).close()
    const strange = administerWith(env, 'restore', '--data', folder, ...others.args, '--since', SINCE)
    await expect(strange).rejects.toThrow(/has never read the escrow.s log of test mode/)
  })
})

/** @throws the command's message when it fails */
async function restore(place: Place, args: string[], env: Record<string, string>) {
  return administerWith(env, 'restore', ...place.access, ...args)
}
