import { describe } from 'vitest'
import { ASKED, TERMS } from '../../test/fixtures.ts'
import { asked, error, filled, reviewing, signing, typed } from '../../test/machine-states.ts'
import { ignores, table } from '../../test/table.ts'

const lengthOf = (amount: string, seconds: number) => ({ amount, unit: 'hours', seconds, least: 60 }) as const
const TWO = lengthOf('2', 7_200)
const told = { type: 'announce_change', durationSeconds: 7_200 } as const

describe('a length', () => {
  table([
    [
      'the same in other digits is neither announced nor prepared again',
      reviewing(filled({ prepared: TERMS })),
      typed('1.0'),
      reviewing(filled({ prepared: TERMS, duration: lengthOf('1.0', 3_600) })),
    ],
    [
      'out of range is neither announced nor prepared',
      reviewing(filled({ prepared: TERMS })),
      typed('0'),
      reviewing(filled({ duration: lengthOf('0', 0) })),
    ],
    [
      'typed after a failure to authorise ends the failure',
      error(filled({ prepared: TERMS }), 'insufficient_funds', 'authorise'),
      typed('2'),
      reviewing(filled({ duration: TWO })),
      [told, { type: 'prepare', maxDurationSeconds: 7_200 }],
    ],
    [
      'typed after a failure of a wallet leaves the failure',
      error(filled(), 'no_wallet', 'discover'),
      typed('2'),
      error(filled({ duration: TWO }), 'no_wallet', 'discover'),
      [told],
    ],
    [
      'of a signature request is announced if it is another',
      signing(filled({ duration: TWO, prepared: TERMS })),
      { type: 'locked', lock: ASKED },
      signing(asked()),
      [{ type: 'announce_change', durationSeconds: 3_600 }],
    ],
    [
      'of a signature request keeps its spelling and its terms if it is the same',
      signing(filled({ duration: lengthOf('1.0', 3_600), prepared: TERMS })),
      { type: 'locked', lock: ASKED },
      signing(asked({ duration: lengthOf('1.0', 3_600), prepared: TERMS })),
    ],
  ])
})

describe('an email address of a signature request', () => {
  ignores(reviewing(asked({ email: 'ada' })), [
    { type: 'email_left' },
    { type: 'email_edited', email: 'bob' },
  ])
})
