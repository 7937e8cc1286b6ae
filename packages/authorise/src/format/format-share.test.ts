import { expect, test } from 'vitest'
import { formatShare } from './format-share.ts'

test.each([
  [100, 'en', '1%'],
  [25, 'en', '0.25%'],
  [1, 'en', '0.01%'],
  [0, 'en', '0%'],
  [125, 'de', '1,25\u00a0%'],
])('formatShare: %i basis points in %s', (basisPoints, locale, share) => {
  expect(formatShare(basisPoints, locale)).toBe(share)
})
