import { authoriseBodySchema, localMerchantBodySchema } from '@per-second/protocol/schema'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { issueReason } from './issue-reason.ts'

const reasonOf = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(issueReason)

test.each([
  ['a number that is too large', z.int().max(100), 101, 'must be at most 100'],
  ['a number that is too small', z.int().min(1), 0, 'must be at least 1'],
  ['an empty list', z.array(z.string()).min(1), [], 'must have at least 1 entry'],
  ['a long list', z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 entries'],
  ['another type', z.string(), 5, 'expected string, received number'],
  ['another value', z.enum(['open', 'complete']), 'shut', 'expected one of "open"|"complete"'],
  [
    'an address',
    localMerchantBodySchema.shape.payout_address,
    '0x12',
    'must be an address: 0x and 40 hexadecimal digits',
  ],
  [
    'bytes',
    authoriseBodySchema.shape.signature,
    '0x123',
    'must be 0x and hexadecimal digits in pairs, 8192 bytes at most',
  ],
])('issueReason: %s', (_name, schema, value, said) => {
  expect(reasonOf(schema, value)).toEqual([said])
})
