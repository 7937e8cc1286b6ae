import {
  authoriseBodySchema,
  createProductBodySchema,
  localMerchantBodySchema,
} from '@per-second/protocol/schema'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { issueReason } from './issue-reason.ts'

type Case = [schema: z.ZodType, value: unknown, reason: string]

/** Every code of the schema library: a new one does not compile. */
const CASES: Record<z.core.$ZodIssue['code'], Case[]> = {
  invalid_type: [
    [z.string(), 5, 'must be a string, not a number'],
    [z.int(), '5', 'must be a whole number, not the string "5"'],
    [z.int(), 'x'.repeat(61), 'must be a whole number, not a string'],
    [z.string(), null, 'must be a string, not null'],
    [
      createProductBodySchema.shape.rate_usd_per_second,
      1,
      'must be a decimal string such as "0.000277", not a number',
    ],
    [z.int(), 1.5, 'must be a whole number, not 1.5'],
    [z.number(), Number.NaN, 'must be a whole number, not NaN'],
    [z.boolean(), [], 'must be true or false, not a list'],
    [z.array(z.string()), {}, 'must be a list, not an object'],
    [z.strictObject({}), null, 'must be an object, not null'],
    [z.record(z.string(), z.string()), true, 'must be an object, not true or false'],
    [z.date(), 5, 'must be of another type, not a number'],
  ],
  invalid_value: [
    [z.enum(['open', 'complete']), 'shut', 'must be one of "open", "complete", not "shut"'],
    [z.literal(true), false, 'must be true, not false'],
  ],
  too_big: [
    [z.int().max(100), 101, 'must be at most 100, not 101'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 entries'],
    [z.string().max(1), 'ab', 'must have at most 1 character'],
  ],
  too_small: [
    [z.int().min(1), 0, 'must be at least 1, not 0'],
    [z.array(z.string()).min(1), [], 'must have at least 1 entry'],
    [z.string().min(2), 'a', 'must have at least 2 characters'],
  ],
  not_multiple_of: [[z.number().multipleOf(5), 7, 'must be a multiple of 5']],
  unrecognized_keys: [[z.strictObject({}), { a: 1, b: 2 }, 'must not have "a", "b"']],
  invalid_union: [[z.union([z.string(), z.int()]), true, 'must have one of the documented forms']],
  invalid_key: [[z.record(z.string().min(2), z.int()), { b: 1 }, 'has an entry that is not allowed']],
  invalid_element: [[z.map(z.unknown(), z.int()), new Map([[{}, 'b']]), 'has an entry that is not allowed']],
  invalid_format: [
    [z.string().regex(/^a/), 'b', 'must have the documented form'],
    [z.email(), 'b', 'must have the documented form'],
    [
      localMerchantBodySchema.shape.payout_address,
      '0x12',
      'must be an address: 0x and 40 hexadecimal digits',
    ],
    [
      authoriseBodySchema.shape.signature,
      '0x123',
      'must be 0x and hexadecimal digits in pairs, 8192 bytes at most',
    ],
  ],
  custom: [
    [z.string().refine(() => false), 'b', 'must have the documented form'],
    [z.string().refine(() => false, 'must rhyme'), 'b', 'must rhyme'],
  ],
}

test.each(Object.entries(CASES))('issueReason: %s', (_, cases) => {
  for (const [schema, value, reason] of cases)
    expect((schema.safeParse(value, { reportInput: true }).error?.issues ?? []).map(issueReason)).toEqual([
      reason,
    ])
})
