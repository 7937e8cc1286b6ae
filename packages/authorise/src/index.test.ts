import { expect, test } from 'vitest'
import * as entry from './index.ts'

test('exports: pinned, and importable without a page', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'BillingAuthorise',
    'BillingAuthoriseCancelEvent',
    'BillingAuthoriseChangeEvent',
    'BillingAuthoriseCompleteEvent',
    'BillingAuthoriseErrorEvent',
    'BillingAuthoriseExtendEvent',
    'BillingAuthoriseMeterEvent',
    'BillingAuthorisePhaseEvent',
    'BillingAuthoriseReadyEvent',
    'BillingAuthoriseSignedInEvent',
  ])
  expect(typeof globalThis.document).toBe('undefined')
})
