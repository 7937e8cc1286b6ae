import type { MeterTerms } from '@per-second/protocol/terms'
import type { UnixMillis } from '@per-second/protocol/time'
import { expectTypeOf, test } from 'vitest'
import {
  amount,
  type Column,
  flag,
  instant,
  json,
  optionalInteger,
  optionalText,
  type RowOf,
  terms,
  text,
} from './columns.ts'

const PARCEL = {
  ...{ id: text(), size: text<'small' | 'large'>(), paid: amount(), fragile: flag(), sentAt: instant() },
  ...{ weight: optionalInteger(), note: optionalText(), stops: json<string[] | null>(), terms: terms() },
}

// docs/money.md, rule 40
test('types: a row has a property for each column, of the one type that the column keeps', () => {
  expectTypeOf<RowOf<typeof PARCEL>>().toEqualTypeOf<{
    id: string
    size: 'small' | 'large'
    paid: bigint
    fragile: boolean
    sentAt: UnixMillis
    weight: number | null
    note: string | null
    stops: string[] | null
    terms: MeterTerms
  }>()
  // @ts-expect-error a number loses what an amount cannot
  const paid: Column<bigint> = instant()
  expectTypeOf(paid).not.toBeAny()
})
