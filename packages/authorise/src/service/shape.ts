/** Whether one value may stand in one field of an answer. */
export type Check = (value: unknown) => boolean

/** What every field of an answer must hold: `T`'s fields, all of them and no others. Fields beside them are nobody's business. */
export type Shape<T> = {
  readonly [Field in keyof T]-?: Check | (T[Field] extends object ? Shape<T[Field]> : never)
}

type AnyShape = { readonly [field: string]: Check | AnyShape }

/** The path of the first field that does not hold what it must (`product.name`), null when all do, `''` for what is no object. */
export function wrongField(value: unknown, shape: object): string | null {
  if (!anObject(value)) return ''
  for (const [field, expected] of Object.entries(shape as AnyShape)) {
    const held = (value as Record<string, unknown>)[field]
    if (typeof expected === 'function') {
      if (!expected(held)) return field
      continue
    }
    const within = wrongField(held, expected)
    if (within !== null) return within === '' ? field : `${field}.${within}`
  }
  return null
}

export const anObject: Check = value => typeof value === 'object' && value !== null

export const text: Check = value => typeof value === 'string'

export const flag: Check = value => typeof value === 'boolean'

export function matching(pattern: RegExp): Check {
  return value => typeof value === 'string' && pattern.test(value)
}

/** An id or another opaque word: whatever it is, there is something of it, and it is in one piece. */
export const word = matching(/^[!-~]+$/)

/** An amount. Longer ones than a hundred characters would only keep the page busy. */
export const decimal = matching(/^(?=.{1,100}$)\d+(\.\d+)?$/)

export function oneOf(...values: unknown[]): Check {
  return value => values.includes(value)
}

/** A whole number within bounds, both included. */
export function whole(least: number, most = Number.MAX_SAFE_INTEGER): Check {
  return value => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
}

/** Unix seconds that a `Date` can hold. */
export const instant = whole(0, 8_640_000_000_000)

export function orNull(check: Check): Check {
  return value => value === null || check(value)
}

/** A field that a service from before it does not have. */
export function orAbsent(check: Check): Check {
  return value => value === undefined || check(value)
}
