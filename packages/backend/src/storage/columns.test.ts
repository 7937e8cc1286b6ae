import type { MeterTerms } from '@per-second/protocol/terms'
import type { UnixMillis } from '@per-second/protocol/time'
import { expectTypeOf, test } from 'vitest'
import type { TableOf } from './columns.ts'

type Parcel = {
  id: string
  size: 'small' | 'large'
  paid: bigint
  fragile: boolean
  sentAt: UnixMillis
  weight: number | null
  note: string | null
  stops: string[] | null
  content: unknown
  terms: MeterTerms
}

const columns = {
  ...({ id: 'text', size: 'text', paid: 'amount', fragile: 'flag', sentAt: 'instant' } as const),
  ...({ weight: 'integer?', note: 'text?', stops: 'json', content: 'json', terms: 'terms' } as const),
} satisfies TableOf<Parcel>['columns']

// docs/money.md, rule 40
test('types: each property has one kind of column that can keep it, and none may be forgotten', () => {
  const { note: _note, ...forgotten } = columns
  expectTypeOf<TableOf<Parcel>['columns']>().toEqualTypeOf<{
    id: 'text'
    size: 'text'
    paid: 'amount'
    fragile: 'flag'
    sentAt: 'integer' | 'instant'
    weight: 'integer?' | 'instant?'
    note: 'text?'
    stops: 'json'
    content: 'json'
    terms: 'terms'
  }>()
  const tables: TableOf<Parcel>[] = [
    { columns },
    // @ts-expect-error a property without a column would be lost silently
    { columns: forgotten },
    // @ts-expect-error a column that no property fills
    { columns: { ...columns, colour: 'text' } },
    // @ts-expect-error a number loses what an amount cannot
    { columns: { ...columns, paid: 'integer' } },
    // @ts-expect-error null has no place in a required column
    { columns: { ...columns, note: 'text' } },
    // @ts-expect-error what is always there is required
    { columns: { ...columns, sentAt: 'instant?' } },
    // @ts-expect-error a flag would come back as a number
    { columns: { ...columns, fragile: 'integer' } },
    // @ts-expect-error an index of a column that is not there
    { columns, indexes: [['colour']] },
  ]
  expectTypeOf(tables).not.toBeAny()
})
