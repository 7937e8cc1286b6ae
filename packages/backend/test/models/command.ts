import type { Random } from '../fuzz/random.ts'

/**
 * One action of a participant. Numbers point at the objects of that moment, counted around. A command has a meaning in
 * every state, so a failing sequence stays a sequence when commands are taken out of it.
 */
export type Command =
  | { do: 'product'; rate: string; allowPause: boolean; startMode: 'checkout' | 'merchant'; keyed: boolean }
  | { do: 'activate'; product: number; active: boolean }
  | { do: 'session'; product: number; cap: number | null; keyed: boolean }
  | { do: 'expire'; session: number }
  | { do: 'authorise'; session: number; wallet: number; cap: number; replaces: number | null }
  | { do: 'merchant'; action: Action | 'start'; subscription: number; keyed: boolean }
  | { do: 'subscriber'; action: Action; subscription: number }
  | { do: 'repeat'; request: number; otherBody: boolean }
  | { do: 'advance'; seconds: number }

export type Action = 'pause' | 'resume' | 'cancel'

const HOUR = 3_600
const DAY = 24 * HOUR

/** Zero, far below a base unit a second, about one, and more than any wallet has. */
const RATES = ['0', '0.0000000000000001', '0.0000001373', '0.0001373', '0.0034567', '3.000000000000000001']
/** Around the shortest, around a settlement, between two, and longer than a day. */
const CAPS = [60, 61, HOUR - 1, HOUR, 5_000, 2 * HOUR, 100_000]
/** Around the instants at which something falls due: settlements, expiries of keys, sessions and starts. */
const WAITS = [1, 59, 60, 61, 600, 1_799, HOUR - 1, HOUR, HOUR + 1, 3 * HOUR, DAY - 1, DAY, DAY + 1, 7 * DAY]
/** Past the end of every authorisation. */
const LONGEST_WAIT = 33 * DAY

/** A sequence that begins with a product and a customer. */
export function makeCommands(random: Random, length: number): Command[] {
  const first: Command[] = [
    { do: 'product', rate: '0.0001373', allowPause: true, startMode: 'checkout', keyed: true },
    { do: 'session', product: 0, cap: null, keyed: false },
    { do: 'authorise', session: 0, wallet: 0, cap: random.pick(CAPS), replaces: null },
  ]
  return [...first, ...Array.from({ length: Math.max(0, length - first.length) }, () => makeCommand(random))]
}

function makeCommand(random: Random): Command {
  const any = () => random.below(1_000)
  const keyed = random.chance(0.4)
  const weighed: [number, () => Command][] = [
    [
      3,
      () => ({
        do: 'product',
        rate: random.pick(RATES),
        allowPause: random.chance(0.7),
        startMode: random.pick(['checkout', 'merchant'] as const),
        keyed,
      }),
    ],
    [2, () => ({ do: 'activate', product: any(), active: random.chance(0.6) })],
    [6, () => ({ do: 'session', product: any(), cap: random.chance(0.4) ? random.pick(CAPS) : null, keyed })],
    [1, () => ({ do: 'expire', session: any() })],
    [
      8,
      () => ({
        do: 'authorise',
        ...{ session: any(), wallet: any(), cap: random.pick(CAPS) },
        replaces: random.chance(0.4) ? any() : null,
      }),
    ],
    [
      10,
      () => ({
        do: 'merchant',
        action: random.pick(['start', 'pause', 'pause', 'resume', 'resume', 'cancel'] as const),
        subscription: any(),
        keyed,
      }),
    ],
    [
      7,
      () => ({
        do: 'subscriber',
        action: random.pick(['pause', 'pause', 'resume', 'resume', 'cancel'] as const),
        subscription: any(),
      }),
    ],
    [4, () => ({ do: 'repeat', request: any(), otherBody: random.chance(0.3) })],
    [12, () => ({ do: 'advance', seconds: random.chance(0.03) ? LONGEST_WAIT : random.pick(WAITS) })],
  ]
  let left = random.below(weighed.reduce((total, [weight]) => total + weight, 0))
  for (const [weight, make] of weighed) {
    if (left < weight) return make()
    left -= weight
  }
  throw new Error('The weights do not add up.')
}
