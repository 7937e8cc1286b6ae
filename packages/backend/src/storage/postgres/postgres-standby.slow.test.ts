import pg from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from '../../../test/postgres-server.ts'
import { openPostgresStorage } from './postgres-storage.ts'

test('behaviour: a commit that the synchronous standby lacks is never acknowledged, after any wait', async () => {
  const server = await startPostgres()
  const database = await server.newDatabase()
  const storage = await openPostgresStorage(database)
  const [operator, other] = [0, 1].map(() => new pg.Client({ connectionString: database })) as [
    pg.Client,
    pg.Client,
  ]
  const nameStandby = async (name: string) => {
    await operator.query(`alter system set synchronous_standby_names = '${name}'`)
    await operator.query('select pg_reload_conf()')
  }
  try {
    await Promise.all([operator.connect(), other.connect()])
    await operator.query('create table others (id integer)')
    await nameStandby('absent')
    // The process that tells commits of it reloads at its own time: from then on, another session's commit waits.
    let commit: Promise<unknown> | null = null
    const isInForce = async () => {
      commit ??= other.query('insert into others values (1)').finally(() => {
        commit = null
      })
      const { rows } = await operator.query("select 1 from pg_stat_activity where wait_event = 'SyncRep'")
      return rows.length === 1
    }
    await expect.poll(isInForce).toBe(true)
    const write = (key: string) => storage.unitOfWork(tx => tx.settings.set(key, 'written'))
    await expect(write('key')).rejects.toMatchObject({ name: 'StorageError', code: 'unavailable' })
    await nameStandby('')
    await commit
    await write('after')
  } finally {
    await Promise.all([operator.end(), other.end()])
    await storage.close()
    await server.stop()
  }
})
