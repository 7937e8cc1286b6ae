import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { secondsOf } from '../../seconds-of.ts'
import type { BadDay } from '../day.ts'

const FILTERS = [
  '/v1/subscriptions?status=canceled',
  '/v1/subscriptions?status=running',
  '/v1/subscriptions?customer=cus_0000000000000000000000000000',
  '/v1/events?type=invoice.payment_failed',
  '/v1/invoices?status=failed',
  '/v1/invoices?period_end[lte]=1',
]
const TURNS = 40
const WITHIN = 0.6

/**
 * Item 8: filters with few matches among many rows. `npm run bench -- lists` prints the time of each among a million
 * rows.
 */
export const filteredLists: BadDay = {
  what: `Every list is filtered for what is rare or not there, ${TURNS} times at once each`,
  holds: `Each is answered, and no other request waits ${WITHIN} s beside it`,
  play: async ({ world, crowd }) => {
    const { url } = world.service
    let over = false
    let neighbour = 0
    const beside = (async () => {
      while (!over) {
        neighbour = Math.max(neighbour, await secondsOf(() => fetch(`${url}/healthz`)))
        await delay(5)
      }
    })()
    const answers: number[] = []
    for (const path of FILTERS) {
      const ask = async () => (await world.serverOf(crowd).call('GET', path)).status
      answers.push(...(await Promise.all(Array.from({ length: TURNS }, ask))))
    }
    over = true
    await beside
    assert.deepEqual([...new Set(answers)], [200])
    assert.ok(neighbour < WITHIN, `another request waited ${neighbour} s`)
    return `${answers.length} answered; the longest wait beside them was ${(neighbour * 1_000).toFixed(0)} ms`
  },
}
