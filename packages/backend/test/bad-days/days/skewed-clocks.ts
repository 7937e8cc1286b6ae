import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { balanceOf, merchantServerOn } from '../../merchant.ts'
import type { BadDay } from '../day.ts'
import { FUNDS, RATE } from '../world.ts'

const SKEW_SECONDS = 5
const PAUSES = 4
/** So long it runs before each pause, and stands then, in milliseconds of real time. */
const RUN_MILLIS = 1_500
const PAUSE_MILLIS = 2_000

/** Loaded before the program: a machine whose clock is behind. */
const BEHIND = `--import=data:text/javascript,const%20now=Date.now;Date.now=()=>now()-${SKEW_SECONDS}e3`

/** Item 3: a meter is paused on one process and resumed on another one whose clock is behind. */
export const skewedClocks: BadDay = {
  what: `A process whose clock is ${SKEW_SECONDS} s behind; ${PAUSES} pauses begin on another one and end on it`,
  holds: 'No paused second is charged, and that process is not ready',
  play: async ({ world, neighbour }) => {
    const behind = await world.startOne({ env: { NODE_OPTIONS: BEHIND } })
    const there = merchantServerOn(behind, neighbour.made)
    let since = performance.now()
    let ran = 0
    const { id, account } = await world.open(neighbour)
    world.meters.pop()
    for (let pause = 0; pause < PAUSES; pause += 1) {
      await delay(RUN_MILLIS)
      await world.serverOf(neighbour).act(id, 'pause')
      ran += performance.now() - since
      await delay(PAUSE_MILLIS)
      since = performance.now()
      await there.act(id, 'resume')
    }
    const { billed_seconds } = await world.serverOf(neighbour).act(id, 'cancel')
    ran += performance.now() - since
    assert.ok(billed_seconds <= Math.floor(ran / 1_000), `${billed_seconds} s charged of ${ran} ms`)
    const left = await balanceOf(world.others, account.address)
    assert.equal(left, FUNDS - BigInt(billed_seconds) * RATE)
    const { status } = await fetch(`${behind.url}/readyz`)
    assert.equal(status, 503)
    assert.ok((await fetch(`${world.service.url}/readyz`)).ok)
    await behind.end('SIGTERM')
    return `${billed_seconds} s charged of ${(ran / 1_000).toFixed(1)} s that it ran; ${status} from the one behind`
  },
}
