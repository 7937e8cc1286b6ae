import type { Hex } from '@per-second/protocol/types'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { type SilentProxy, startSilentProxy } from '../../../test/silent-proxy.ts'
import { createIds } from '../../domain/id.ts'
import { openPostgresStorage, type PostgresStorage } from '../../storage/postgres/postgres-storage.ts'
import { createSender, type Sender } from './sender.ts'

const OPERATOR = '0x00000000000000000000000000000000000000aa'
const CHAIN_ID = 31_337

let server: PostgresServer
let proxy: SilentProxy
beforeAll(async () => {
  server = await startPostgres()
  proxy = await startSilentProxy(Number(new URL(server.address).port))
})
afterAll(async () => {
  await proxy.stop()
  await server.stop()
})

let storage: PostgresStorage
let sender: Sender
/** The nonces that have left, in order. */
let sent: number[]
beforeEach(async () => {
  storage = await openPostgresStorage(proxy.address(await server.newDatabase()))
  const clock = { now: () => 1_000 }
  sent = []
  sender = createSender({
    chain: {
      transactionCount: async () => sent.length,
      send: async ({ hash }) => {
        sent.push(Number(BigInt(hash) & 0xffn))
      },
      reprice: async () => null,
    },
    storage,
    chainId: CHAIN_ID,
    operator: OPERATOR,
    newId: createIds(Date.now),
    clock,
    log: pino({ level: 'silent' }),
  })
  return () => storage.close()
})

const submit = (purpose: string) =>
  sender.submit(
    purpose,
    async nonce => ({
      hash: `0x${Buffer.from(purpose).toString('hex')}${nonce.toString(16).padStart(2, '0')}` as Hex,
      raw: '0x02',
      nonce,
      blockTimestamp: null,
    }),
    async () => {},
  )
const journal = async () => {
  const rows = await storage.read(tx => tx.transactions.bySender(CHAIN_ID, OPERATOR, 0))
  return rows.map(({ nonce, purpose }) => ({ nonce, purpose }))
}

test('behaviour: a journalled transaction without a response is sent first, under its own nonce', async () => {
  void proxy.silenceAt('commit', { after: 'insert into' })
  await expect(submit('open')).rejects.toMatchObject({ code: 'unavailable' })
  expect(sent).toEqual([])
  await submit('close')
  expect(await journal()).toEqual([
    { nonce: 0, purpose: 'open' },
    { nonce: 1, purpose: 'close' },
  ])
  expect(sent).toEqual([0, 1])
})

test('behaviour: a nonce is not given out again while a commit that was given up may still come', async () => {
  const operator = new pg.Client({ connectionString: server.address })
  await operator.connect()
  const waitForStandby = async (name: string) => {
    await operator.query(`alter system set synchronous_standby_names = '${name}'`)
    await operator.query('select pg_reload_conf()')
    await expect
      .poll(async () => (await operator.query('show synchronous_standby_names')).rows)
      .toEqual([{ synchronous_standby_names: name }])
  }
  try {
    // Commits wait for a lost standby: they are on this server's disk, and not visible yet.
    await waitForStandby('lost')
    await expect(submit('open')).rejects.toMatchObject({ code: 'unavailable' })
    expect(await journal()).toEqual([])
    await expect(submit('close')).rejects.toMatchObject({ code: 'conflict' })
    await waitForStandby('')
    await expect.poll(journal).toEqual([{ nonce: 0, purpose: 'open' }])
    await submit('close')
    expect(await journal()).toEqual([
      { nonce: 0, purpose: 'open' },
      { nonce: 1, purpose: 'close' },
    ])
    expect(sent).toEqual([0, 1])
  } finally {
    await operator.end()
  }
})
