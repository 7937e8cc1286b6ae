import { ERROR_CODES } from '@per-second/protocol/errors'
import { expect, test } from 'vitest'
import { isHopeless } from '../machine/problem.ts'
import { speechOf } from '../text/language.ts'
import { loadText } from '../text/load-text.ts'
import { problemText } from './problem-text.ts'

const MERCHANT = { name: 'Northwind' }
const NORTHWIND = { session: { merchant: MERCHANT, max_duration_seconds: null } }

test.each([
  ['no_wallet', 'You need a wallet app that holds AUSD'],
  ['account_changed', 'The connection to your wallet ended.'],
  ['chain_not_added', 'Your wallet is on another network.'],
  ['insufficient_funds', 'There is not enough in your wallet.'],
  ['refused_terms', 'We stopped: the service asked for other terms than those on screen.'],
  ['refused_meter', 'The service’s figures do not match what you signed.'],
  ['checkout_session_expired', 'This checkout has expired.'],
  ['attribute_invalid', 'This checkout is not set up correctly.'],
  ['base_url_invalid', 'This checkout is not set up correctly.'],
  ['module_unavailable', 'A part of this page did not load.'],
  ['page_insecure', 'This page is not secure.'],
  ['page_altered', 'Something on this page changes how the payment is shown or sent.'],
  ['response_invalid', 'The service sent an answer that this page cannot read.'],
  ['render_failed', 'The service sent an answer that this page cannot read.'],
  ['asked_in_other_tab', 'Another tab is asking your wallet.'],
  ['other_account_asked', 'Another account was asked to sign here.'],
  ['meter_known', 'This order has already started.'],
  ['signature_disputed', 'The service refuses your signature, although it is correct.'],
  ['signature_late', 'The signature came too late.'],
  ['draft_invalid', 'This checkout is closed.'],
  ['deposit_below_minimum', 'That is less than the smallest deposit.'],
  ['open_meters_exceeded', 'This wallet has too many meters open.'],
  ['client_token_expired', 'You are signed out.'],
  ['a_code_of_tomorrow', 'Something went wrong.'],
  ['constructor', 'Something went wrong.'],
])('problemText: %s', async (code, title) => {
  expect(problemText({ code }, NORTHWIND, await loadText(speechOf('en'))).title).toBe(title)
})

test('problemText: a refusal says that the wallet was not asked only where it was not', async () => {
  const text = await loadText(speechOf('en'))
  const advice = (lock: object | null) =>
    problemText({ code: 'refused_chain' }, { ...NORTHWIND, lock }, text).advice
  expect([advice(null), advice({})]).toEqual([
    'Your wallet was not asked and nothing was signed. Please tell the merchant.',
    'Please tell the merchant.',
  ])
})

test('problemText: names the merchant', async () => {
  const problem = { code: 'session_already_claimed' }
  expect(problemText(problem, NORTHWIND, await loadText(speechOf('fr'))).advice).toContain('Northwind')
})

const SHORTFALL = { balance: '0.997199', needed: '1234.5', missing: '1233.502801', longestSeconds: 3_599 }

test.each([
  ['en', 'Your wallet needs 1,233.502801 AUSD more.', 'It holds 0.997199 of the 1,234.5 needed.'],
  ['de', 'Ihrer Wallet fehlen 1.233,502801 AUSD.', 'Sie enthält 0,997199 von 1.234,5 nötigen.'],
  [
    'ar',
    'تحتاج محفظتك إلى \u20681,233.502801\u2069 AUSD إضافية.',
    'فيها \u20680.997199\u2069 من أصل \u20681,234.5\u2069 مطلوبة.',
  ],
])('problemText: the figures of not enough in %s', async (language, title, advice) => {
  const problem = { code: 'insufficient_funds', shortfall: SHORTFALL }
  expect(problemText(problem, NORTHWIND, await loadText(speechOf(language)))).toEqual({ title, advice })
})

test.each([
  ['has not connected', null, { connection: null }, 'Nothing was signed and nothing was charged.'],
  ['may choose', null, {}, 'Nothing was signed and nothing was charged. You can choose another length.'],
  ['is held to a fixed length', 3_600, {}, 'Nothing was signed and nothing was charged.'],
  ['is still locked', null, { lock: {} }, 'Nothing was signed and nothing was charged.'],
])('problemText: who declines and %s', async (_name, max_duration_seconds, known, advice) => {
  const checkout = { session: { merchant: MERCHANT, max_duration_seconds }, connection: {}, ...known }
  expect(problemText({ code: 'user_rejected' }, checkout, await loadText(speechOf('en'))).advice).toBe(advice)
})

test('problemText: every code of the service has a sentence of its own that says what to do', async () => {
  const text = await loadText(speechOf('en'))
  for (const code of Object.keys(ERROR_CODES)) {
    const { title, advice } = problemText({ code }, NORTHWIND, text)
    expect([code, advice]).toEqual([code, expect.stringMatching(/\w/)])
    expect([code, title === text.problems.unexpected]).toEqual([code, code === 'internal_error'])
    if (isHopeless({ code })) expect([code, advice]).not.toEqual([code, expect.stringMatching(/try again/i)])
  }
})

test('problemText: an address that the service refuses is the person’s to mend', async () => {
  const problem = { code: 'parameter_invalid', field: 'email' }
  expect(problemText(problem, NORTHWIND, await loadText(speechOf('en'))).title).toContain('you@example.com')
})
