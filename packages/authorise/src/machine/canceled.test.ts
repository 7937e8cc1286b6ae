import { describe } from 'vitest'
import { ASKED } from '../../test/fixtures.ts'
import { asked, checkout, choosing, filled, reviewing } from '../../test/machine-states.ts'
import { ignores, table } from '../../test/table.ts'

const prepare = { type: 'prepare', maxDurationSeconds: 3_600 } as const

describe('Cancel', () => {
  const leaving = [{ type: 'abort_flow' }, { type: 'announce_cancel', stays: false }] as const
  const lock = { ...ASKED, isKnown: true }
  table([
    [
      'leaves',
      choosing(checkout({ notice: 'disconnected' })),
      { type: 'cancel_pressed' },
      { phase: 'canceled', checkout: checkout() },
      [...leaving],
    ],
    [
      'keeps what stands asked',
      choosing(asked()),
      { type: 'cancel_pressed' },
      { phase: 'canceled', checkout: asked() },
      [...leaving],
    ],
    [
      'and begins again',
      { phase: 'canceled', checkout: checkout() },
      { type: 'retry_pressed' },
      choosing(checkout()),
    ],
    [
      'and begins again, connected',
      { phase: 'canceled', checkout: filled() },
      { type: 'retry_pressed' },
      reviewing(filled()),
      [prepare],
    ],
    [
      'stops on the chain what the escrow holds',
      { phase: 'canceled', checkout: asked({ lock }) },
      { type: 'stop_on_chain_pressed' },
      { phase: 'canceled', checkout: asked({ lock, chainStop: 'asked' }) },
      [{ type: 'stop_on_chain', lock }],
    ],
  ])
  ignores({ phase: 'canceled', checkout: asked() }, [
    { type: 'stop_on_chain_pressed' },
    { type: 'cancel_pressed' },
  ])
})
