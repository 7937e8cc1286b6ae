import { beforeEach, describe, expect, test } from 'vitest'
import {
  breaks,
  breaksBody,
  codes,
  ends,
  isSession,
  MALFORMED,
  pathsOf,
  standsThere,
  VALUES,
} from './malformed.ts'
import { arrives } from './person.ts'
import { press, watched, wordsOf } from './signed-here.ts'

beforeEach(() => document.body.replaceChildren())

describe('a session', () => {
  const paths = pathsOf(watched().here.service.session)
  document.body.replaceChildren()

  test.each(paths)('error: %s with any other value is reported in words, or drawn as it is', async field => {
    for (const value of Object.values(VALUES)) {
      const { here } = watched({ prepare: service => breaks(service, isSession, field, value) })
      await expect.poll(() => here.element.phase).not.toBe('loading')
      await standsThere(here)
      if (here.element.phase === 'unavailable') {
        expect([codes(here), wordsOf(here).includes(MALFORMED)]).toEqual([['response_invalid'], true])
      } else expect([codes(here), here.element.phase]).toEqual([[], 'choosing'])
      here.element.remove()
    }
  })
})

const BODIES = [
  '',
  'null',
  '[]',
  '7',
  '"an answer"',
  '{"object":',
  '<html>sign in to the airport’s network</html>',
]

describe.each(BODIES)('%j in the place of an answer', body => {
  test('error: of the session', async () => {
    const { here } = watched({ prepare: service => breaksBody(service, isSession, body) })
    await arrives(here, 'unavailable')
    await standsThere(here)
    expect([codes(here), wordsOf(here).includes(MALFORMED)]).toEqual([['response_invalid'], true])
  })

  test.each(['/chain', '/prepare', '/authorise'])('error: of %s', async end => {
    const { here } = watched({
      prepare: service => {
        service.pendingAnswers = 1_000
        breaksBody(service, ends(end), body)
      },
    })
    await arrives(here, 'choosing')
    await press(here)
    if (end !== '/chain') {
      await arrives(here, 'reviewing')
      await press(here)
    }
    await arrives(here, 'error')
    await standsThere(here)
    expect([codes(here), wordsOf(here).includes(MALFORMED)]).toEqual([['response_invalid'], true])
  })
})
