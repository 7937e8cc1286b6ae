import pg from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from '../../../test/postgres-server.ts'
import { openPostgresStorage } from './postgres-storage.ts'

test('behaviour: a commit that the synchronous standby lacks is never acknowledged, after any wait', async () => {
  const server = await startPostgres()
  const database = await server.newDatabase()
  const storage = await openPostgresStorage(database)
  const operator = new pg.Client({ connectionString: database })
  try {
    await operator.connect()
    const waitFor = async (standby: string) => {
      await operator.query('set synchronous_commit = off')
      await operator.query(`alter system set synchronous_standby_names = '${standby}'`)
      await operator.query('select pg_reload_conf()')
      // A commit asks the checkpointer's memory whether a standby is named, and a checkpoint begins with the reload.
      await operator.query('checkpoint')
    }
    await waitFor('nobody')
    const write = (key: string) => storage.unitOfWork(tx => tx.settings.set(key, 'written'))
    await expect(write('key')).rejects.toMatchObject({ name: 'StorageError', code: 'unavailable' })
    await waitFor('')
    await write('after')
  } finally {
    await operator.end()
    await storage.close()
    await server.stop()
  }
})
