import assert from 'node:assert/strict'
import { balanceOf } from '../../merchant.ts'
import type { BadDay } from '../day.ts'
import { FUNDS, MAX_SECONDS, RATE } from '../world.ts'

/** Item 2: the operator's key is changed while meters run. */
export const newOperatorKey: BadDay = {
  what: 'Another operator key, first without and then in front of the old one',
  holds: 'Alone it is refused at the start; in front it opens, and the old one closes what it has opened',
  play: async ({ world, crowd }) => {
    const { key, address } = await world.others.newOperator()
    const open = world.meters.length
    await world.end('SIGTERM')
    await assert.rejects(world.startOne({ keys: key }), /ended with 2/)
    world.keys = `${key},${world.keys}`
    await world.start()
    const [old] = world.meters.splice(0, 1)
    assert.ok(old)
    const { status, billed_seconds } = await world.serverOf(crowd).act(old.id, 'cancel')
    assert.equal(status, 'canceled')
    const left = await balanceOf(world.others, old.account.address)
    assert.equal(left, FUNDS - BigInt(billed_seconds) * RATE)
    const payer = await world.payer()
    const session = await world.serverOf(crowd).session(crowd.product)
    const opened = await payer.subscribe(session, MAX_SECONDS)
    assert.equal(opened.terms.operator, address)
    world.meters.push({ ...opened, shop: crowd, account: payer.account })
    return `refused with ${open} meters open; then one closed by the old key, one opened by the new one`
  },
}
