import { authoriseBodySchema } from '@per-second/protocol/schema'
import { describe, expect, test } from 'vitest'
import { emailIn, isEmail } from './email.ts'

/** Whether the service accepts it after the signature. */
const isTaken = (email: string) => authoriseBodySchema.shape.email.safeParse(emailIn(email)).success

describe('an email address', () => {
  test.each(['ada@example.com', ' ada@example.com ', 'a.b+c@sub.example.co.uk', "o'neil@example.com"])(
    'default: %j is one',
    email => expect([isEmail(email), isTaken(email)]).toEqual([true, true]),
  )

  test.each([
    'ada@example.com\u200b',
    '\u202aada@example.com\u202c',
    '\ufeffada@example.com',
    'ada\uff20example.com',
  ])(
    'behaviour: %j, as another program copied it or an input method wrote it, is the address that a person sees',
    email => expect([isEmail(email), emailIn(email)]).toEqual([true, 'ada@example.com']),
  )

  test.each([
    'ada@example.com.',
    'a@b..c',
    'josé@example.com',
    'a@my_shop.com',
    'a@-b.com',
    `${'a'.repeat(250)}@b.com`,
  ])('behaviour: %j is refused before the wallet is asked, as the service refuses it', email =>
    expect([isEmail(email), isTaken(email)]).toEqual([false, false]),
  )

  test('behaviour: a domain without a dot is refused as a slip', () => {
    expect(isEmail('ada@example')).toBe(false)
  })
})
