import { expect, test } from 'vitest'
import { speechOf } from './language.ts'
import { loadText } from './load-text.ts'
import { problemText } from './problem-text.ts'

test.each([
  ['no_wallet', 'There is no wallet in this browser.'],
  ['account_changed', 'The connection to your wallet ended.'],
  ['chain_not_added', 'Your wallet is on another network.'],
  ['insufficient_funds', 'There is not enough in your wallet.'],
  ['refused_terms', 'We stopped: the service asked for other terms than those on screen.'],
  ['checkout_session_expired', 'This checkout has expired.'],
  ['a_code_of_tomorrow', 'Something went wrong.'],
  ['constructor', 'Something went wrong.'],
])('problemText: %s', async (code, title) => {
  expect(problemText({ code }, 'Northwind', await loadText(speechOf('en'))).title).toBe(title)
})

test('problemText: names the merchant', async () => {
  const problem = { code: 'session_already_claimed' }
  expect(problemText(problem, 'Northwind', await loadText(speechOf('fr'))).advice).toContain('Northwind')
})

test.each([
  ['en', 'It holds 0.997199 AUSD of the 1,234.5 needed.'],
  ['de', 'Sie enthält 0,997199 von 1.234,5 nötigen AUSD.'],
  ['ar', 'فيها \u20680.997199\u2069 AUSD من أصل \u20681,234.5\u2069 مطلوبة.'],
])('problemText: the figures of not enough in %s', async (language, sentence) => {
  const problem = { code: 'insufficient_funds', balance: '0.997199', needed: '1234.5' }
  expect(problemText(problem, '', await loadText(speechOf(language))).advice).toContain(sentence)
})
