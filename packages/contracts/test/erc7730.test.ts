import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { AUSD_ADDRESS, KNOWN_CHAINS } from '@per-second/protocol/chains'
import { AUSD_DOMAIN, RECEIVE_WITH_AUTHORIZATION_TYPES, STATEMENT_TYPES } from '@per-second/protocol/terms'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { liveEscrowAddress, testEscrowAddress } from '../src/generated/addresses.ts'

/**
 * The part of ERC-7730's version 2 that the descriptors use, written from the specification. Unknown keys are refused.
 * The whole schema is at the descriptors' `$schema`.
 */
const field = z
  .strictObject({
    path: z.string().optional(),
    value: z.string().optional(),
    label: z.string(),
    format: z.enum(['raw', 'tokenAmount', 'addressName', 'date']),
    params: z
      .union([
        z.strictObject({ tokenPath: z.literal('@.to') }),
        z.strictObject({ encoding: z.literal('timestamp') }),
        z.strictObject({
          types: z.array(z.enum(['wallet', 'eoa', 'contract', 'token', 'collection'])),
          sources: z.array(z.string()),
        }),
      ])
      .optional(),
    visible: z.union([
      z.enum(['always', 'never', 'optional']),
      z.strictObject({ mustBe: z.array(z.union([z.string(), z.number()])).min(1) }),
    ]),
  })
  .refine(({ path, value }) => (path === undefined) !== (value === undefined), 'a path or a value')
const deployment = z.strictObject({
  chainId: z.int().positive(),
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
})
const descriptor = z.strictObject({
  $schema: z.literal('https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json'),
  context: z.strictObject({
    eip712: z.strictObject({
      domain: z.strictObject({ name: z.string(), version: z.string() }),
      deployments: z.array(deployment).min(1),
    }),
  }),
  metadata: z.strictObject({ owner: z.string(), contractName: z.string() }),
  display: z.strictObject({
    formats: z.record(
      z.string(),
      z.strictObject({
        intent: z.string(),
        interpolatedIntent: z.string().optional(),
        fields: z.array(field).min(1),
      }),
    ),
  }),
})

/** Hardware wallets need no words for worthless tokens. */
const MAIN_NETWORKS = KNOWN_CHAINS.filter(({ network }) => network === 'main')

function read(name: string): z.infer<typeof descriptor> {
  const path = resolve(import.meta.dirname, `../erc7730/${name}.json`)
  return descriptor.parse(JSON.parse(readFileSync(path, 'utf8')))
}

function encodeType(name: string, fields: readonly { name: string; type: string }[]): string {
  return `${name}(${fields.map(({ name, type }) => `${type} ${name}`).join(',')})`
}

test('the payer’s typed data is described for every known AUSD, and only towards our escrows', () => {
  const { context, display } = read('eip712-ReceiveWithAuthorization')
  expect(context.eip712).toEqual({
    domain: AUSD_DOMAIN,
    deployments: MAIN_NETWORKS.map(({ chainId }) => ({ chainId, address: AUSD_ADDRESS })),
  })
  const types = RECEIVE_WITH_AUTHORIZATION_TYPES.ReceiveWithAuthorization
  expect(Object.keys(display.formats)).toEqual([encodeType('ReceiveWithAuthorization', types)])
  const fields = Object.values(display.formats)[0]?.fields ?? []
  expect(fields.flatMap(({ path }) => path ?? []).sort()).toEqual(types.map(({ name }) => name).sort())
  expect(fields.find(({ path }) => path === 'to')?.visible).toEqual({
    mustBe: [liveEscrowAddress, testEscrowAddress],
  })
})

test.each([
  ['eip712-Stop', 'Stop(bytes32 meter)'],
  ['eip712-Statement', encodeType('Statement', STATEMENT_TYPES.Statement)],
])(
  "%s, which is signed in the escrow's domain, is described for both escrows on every known chain",
  (file, type) => {
    const { context, display } = read(file)
    expect(context.eip712).toEqual({
      domain: { name: 'MeterEscrow', version: '1' },
      deployments: MAIN_NETWORKS.flatMap(({ chainId }) =>
        [liveEscrowAddress, testEscrowAddress].map(address => ({ chainId, address })),
      ),
    })
    expect(Object.keys(display.formats)).toEqual([type])
  },
)

/** Pauses and use are the operator's word, so a wallet must not promise them in ours (docs/money.md, rule 8). */
test.each(['eip712-ReceiveWithAuthorization', 'eip712-Stop', 'eip712-Statement'])(
  '%s claims nothing that the escrow does not enforce',
  file => {
    expect(JSON.stringify(read(file).display)).not.toMatch(/\b(use|used|using|pause|paying|spend|guarantee)/i)
  },
)
