/** Whether one field of a response may have this value. */
export type Check = (value: unknown) => boolean

/** A check for every field of `T`, and for no others. Additional fields of a response are ignored. */
export type Shape<T> = {
  readonly [Field in keyof T]-?: Check | (T[Field] extends object ? Shape<T[Field]> : never)
}

type AnyShape = { readonly [field: string]: Check | AnyShape }

/**
 * The path of the first field with a wrong value (`product.name`), null if there is none, `''` for a value that is no object.
 *
 * @param isExact refuses additional fields, too
 */
export function wrongField(
  value: unknown,
  shape: object,
  { isExact = false }: { isExact?: boolean } = {},
): string | null {
  if (!anObject(value)) return ''
  const extra = isExact && Object.keys(value as object).find(field => !Object.hasOwn(shape, field))
  if (extra) return extra
  for (const [field, expected] of Object.entries(shape as AnyShape)) {
    const held = (value as Record<string, unknown>)[field]
    if (typeof expected === 'function') {
      if (!expected(held)) return field
      continue
    }
    const within = wrongField(held, expected, { isExact })
    if (within !== null) return within === '' ? field : `${field}.${within}`
  }
  return null
}

/** The value of a JSON text. Null if it is none. */
export function parsedJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

export const anObject: Check = value => typeof value === 'object' && value !== null

export const text: Check = value => typeof value === 'string'

export const flag: Check = value => typeof value === 'boolean'

export function matching(pattern: RegExp): Check {
  return value => typeof value === 'string' && pattern.test(value)
}

/** An id or another opaque word: not empty, without spaces. */
export const word = matching(/^[!-~]+$/)

/** An amount. More than a hundred characters would only keep the page busy. */
export const decimal = matching(/^(?=.{1,100}$)\d+(\.\d+)?$/)

export function oneOf(...values: unknown[]): Check {
  return value => values.includes(value)
}

/** A whole number within bounds, both included. */
export function whole(least: number, most = Number.MAX_SAFE_INTEGER): (value: unknown) => value is number {
  return (value): value is number =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
}

/** Unix seconds that a `Date` can hold. */
export const instant = whole(0, 8_640_000_000_000)

export function orNull(check: Check): Check {
  return value => value === null || check(value)
}

/** A field that an older service does not have. */
export function orAbsent(check: Check): Check {
  return value => value === undefined || check(value)
}
