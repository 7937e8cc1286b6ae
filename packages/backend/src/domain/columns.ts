import type { MeterTerms } from '@per-second/protocol/terms'
import type { UnixMillis } from '@per-second/protocol/time'

/**
 * How a column is kept. `amount` is an integer of any size (text in SQLite, numeric(40,0) in PostgreSQL), `integer` fits
 * a double, `flag` is 0 or 1, `json` is text. A question mark allows null.
 */
export type ColumnKind = 'text' | 'text?' | 'integer' | 'integer?' | 'flag' | 'amount' | 'json' | 'terms'

/** A column: its kind, and the type of its values. */
export type Column<Value = unknown> = ColumnKind & { readonly valueType?: Value }

/** A row with these columns. Each property has the type that its column keeps: the two cannot differ. */
export type RowOf<Columns> = {
  -readonly [Name in keyof Columns]: Columns[Name] extends { readonly valueType?: infer Value }
    ? Value
    : never
}

export const text = <Value extends string = string>(): Column<Value> => 'text'
export const optionalText = <Value extends string = string>(): Column<Value | null> => 'text?'
export const integer = (): Column<number> => 'integer'
export const optionalInteger = (): Column<number | null> => 'integer?'
export const instant = (): Column<UnixMillis> => 'integer'
export const optionalInstant = (): Column<UnixMillis | null> => 'integer?'
export const flag = (): Column<boolean> => 'flag'
export const amount = (): Column<bigint> => 'amount'
/** JSON has its own null. */
export const json = <Value>(): Column<Value> => 'json'
export const terms = (): Column<MeterTerms> => 'terms'
