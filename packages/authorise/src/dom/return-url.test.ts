import { expect, test } from 'vitest'
import { returnUrl } from './return-url.ts'

test.each([
  ['https://shop.example/done?s={CHECKOUT_SESSION_ID}', 'https://shop.example/done?s=cs_1'],
  ['https://shop.example/done?s=%7BCHECKOUT_SESSION_ID%7D', 'https://shop.example/done?s=cs_1'],
  ['http://localhost:1/{CHECKOUT_SESSION_ID}/{CHECKOUT_SESSION_ID}', 'http://localhost:1/cs_1/cs_1'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['file:///etc/passwd', null],
  ['/relative', null],
  ['', null],
])('returnUrl: %s', (template, url) => {
  expect(returnUrl(template, 'cs_1')).toBe(url)
})
