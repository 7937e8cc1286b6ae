import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  authoriseBodySchema,
  createProductBodySchema,
  createSessionBodySchema,
  errorEnvelopeSchema,
  listInvoicesQuerySchema,
  prepareBodySchema,
  productSchema,
  signInBodySchema,
  signInChallengeBodySchema,
} from './schema.ts'

const product = { name: 'GPU', rate_usd_per_second: '0.000277' }
const fits = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('request schemas', () => {
  it('say in JSON Schema the bounds that they enforce', () => {
    expect(z.toJSONSchema(createProductBodySchema, { io: 'input' })).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 200 },
        rate_usd_per_second: { type: 'string', pattern: '^\\d+(\\.\\d+)?$', maxLength: 100 },
        description: { type: 'string', maxLength: 1000 },
        allow_pause: { type: 'boolean', default: false },
        start_mode: { type: 'string', enum: ['checkout', 'merchant'], default: 'checkout' },
      },
      required: ['name', 'rate_usd_per_second'],
      additionalProperties: false,
    })
    const session = z.toJSONSchema(createSessionBodySchema, { io: 'input' })
    expect(session.properties?.max_duration_seconds).toMatchObject({
      anyOf: [{ type: 'integer', minimum: 60, maximum: 2_592_000 }, { type: 'null' }],
    })
    expect(z.toJSONSchema(listInvoicesQuerySchema, { io: 'input' }).properties?.limit).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 10,
    })
  })

  it('count characters in code points', () => {
    expect(fits(createProductBodySchema, { ...product, name: '💠'.repeat(200) })).toBe(true)
    expect(fits(createProductBodySchema, { ...product, name: '💠'.repeat(201) })).toBe(false)
  })

  it('fill in the defaults', () => {
    expect(createProductBodySchema.parse(product)).toEqual({
      ...product,
      allow_pause: false,
      start_mode: 'checkout',
    })
    expect(listInvoicesQuerySchema.parse({})).toEqual({ limit: 10 })
  })

  it.each([
    ['ada@example.com', true],
    ['a.b+c@localhost', true],
    ['ada', false],
    ['ada@', false],
    ['@example.com', false],
    ['a b@example.com', false],
    ['ada@example.com\n', false],
    [`${'a'.repeat(250)}@b.co`, false],
  ])('e-mail address %j: %s', (email, good) => {
    expect(fits(authoriseBodySchema, { draft: 'd', signature: '0x', secret: 'ab'.repeat(32), email })).toBe(
      good,
    )
  })

  it.each([
    [`0x${'aB'.repeat(20)}`, true],
    [`0x${'ab'.repeat(19)}`, false],
    [`0x${'ab'.repeat(21)}`, false],
    ['ab'.repeat(20), false],
    [`0x${'ab'.repeat(20)}\n`, false],
  ])('address %j: %s', (wallet_address, good) => {
    expect(fits(signInChallengeBodySchema, { wallet_address, chain_id: 1 })).toBe(good)
  })

  it.each([
    ['ab'.repeat(32), true],
    ['AB'.repeat(32), false],
    [`0x${'ab'.repeat(32)}`, false],
    ['ab'.repeat(31), false],
    [`${'ab'.repeat(32)}\n`, false],
  ])('claim and secret %j: %s', (value, good) => {
    const wallet_address = `0x${'ab'.repeat(20)}`
    expect(fits(prepareBodySchema, { wallet_address, claim: value })).toBe(good)
    const body = { draft: 'd', signature: '0x', email: 'ada@example.com' }
    expect(fits(authoriseBodySchema, { ...body, secret: value })).toBe(good)
  })

  it.each([
    ['0x', true],
    ['0xabc', false],
    [`0x${'ab'.repeat(8_192)}`, true],
    [`0x${'ab'.repeat(8_193)}`, false],
  ])('signature of %.8s…: %s', (signature, good) => {
    expect(fits(signInBodySchema, { message: 'm', signature })).toBe(good)
  })
})

describe('response schemas', () => {
  it('know every field, and no other', () => {
    const wire = {
      id: 'prod_1',
      object: 'product',
      name: 'GPU',
      description: null,
      rate_usd_per_second: '0.000277',
      rate_per_second_wei: '277',
      currency: 'ausd',
      allow_pause: false,
      start_mode: 'checkout',
      active: true,
      active_subscriptions: 0,
      livemode: false,
      created: 1,
    }
    expect(productSchema.parse(wire)).toEqual(wire)
    expect(fits(productSchema, { ...wire, extra: 1 })).toBe(false)
    expect(fits(productSchema, { ...wire, rate_per_second_wei: 277 })).toBe(false)
    for (const field of Object.keys(wire)) {
      expect([field, fits(productSchema, { ...wire, [field]: undefined })]).toEqual([field, false])
    }
  })

  it('have neither null code nor null param in an error', () => {
    const error = { type: 'not_found', message: 'No.' }
    expect(fits(errorEnvelopeSchema, { error })).toBe(true)
    expect(fits(errorEnvelopeSchema, { error: { ...error, param: null } })).toBe(false)
    expect(fits(errorEnvelopeSchema, { error: { ...error, code: 'invented' } })).toBe(false)
  })
})
