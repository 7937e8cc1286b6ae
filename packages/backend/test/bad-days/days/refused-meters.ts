import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../../eventually.ts'
import { refusePaying } from '../../refused-meters/refusing-chain.ts'
import { secondsOf } from '../../seconds-of.ts'
import type { BadDay } from '../day.ts'
import { MAX_SECONDS, type Shop, type World } from '../world.ts'

const TURNS = 5
const PAUSE_MILLIS = 1_000
const LONGER = 2

type Waits = { cancel: number; opening: number }

/** How long a shop's cancel and a new customer of it wait, beside each other. */
async function turn(world: World, shop: Shop): Promise<Waits> {
  const over = await world.open(shop)
  world.meters.splice(world.meters.indexOf(over), 1)
  const payer = await world.payer()
  const session = await world.serverOf(shop).session(shop.product)
  const { body: prepared } = await payer.prepare(session.id, MAX_SECONDS)
  const signature = await payer.sign(prepared)
  const [cancel, opening] = await Promise.all([
    secondsOf(() => world.serverOf(shop).act(over.id, 'cancel')),
    secondsOf(async () => {
      const { status, body } = await payer.authorise(session.id, prepared.draft, signature)
      assert.equal(status, 200)
      const { subscription, client_token: token } = body
      world.meters.push({ id: subscription.id, shop, account: payer.account, token })
    }),
  ])
  return { cancel, opening }
}

async function longest(world: World, shop: Shop): Promise<Waits> {
  const waits = { cancel: 0, opening: 0 }
  for (let count = 0; count < TURNS; count += 1) {
    await delay(PAUSE_MILLIS)
    const { cancel, opening } = await turn(world, shop)
    waits.cancel = Math.max(waits.cancel, cancel)
    waits.opening = Math.max(waits.opening, opening)
  }
  return waits
}

/** Meters whose settlement is refused, as the process says that has looked last. */
async function pastDue(world: World): Promise<number> {
  const counts = await Promise.all(
    world.services.map(async service =>
      [...(await world.metrics(service))]
        .filter(([name]) => name.startsWith('billing_meters_past_due'))
        .reduce((sum, [, value]) => sum + value, 0),
    ),
  )
  return Math.max(...counts)
}

/** Item 5: the escrow's refusals of one merchant keep no other waiting. */
export const refusedMeters: BadDay = {
  what: 'The escrow refuses every settlement of one merchant, who has most of the meters',
  holds: `Another merchant’s cancel and new customer wait no ${LONGER} s longer than before; all is settled when it refuses no more`,
  play: async ({ world, crowd, neighbour }) => {
    const before = await longest(world, neighbour)
    const allow = await refusePaying(world.others, crowd.made.payout_address)
    const many = Math.floor(world.meters.length / 2)
    await eventually(
      () => pastDue(world),
      count => count >= many,
      `${many} meters are past due`,
      120_000,
    )
    const meanwhile = await longest(world, neighbour)
    const refused = await pastDue(world)
    await allow()
    const inWords = ({ cancel, opening }: Waits) =>
      `cancel ${cancel.toFixed(1)} s, opening ${opening.toFixed(1)} s`
    const seen = `${inWords(meanwhile)} at most beside ${refused} meters past due; before: ${inWords(before)}`
    assert.ok(meanwhile.cancel < before.cancel + LONGER && meanwhile.opening < before.opening + LONGER, seen)
    await eventually(
      () => pastDue(world),
      count => count === 0,
      'all is settled again',
      240_000,
    )
    return seen
  },
}
