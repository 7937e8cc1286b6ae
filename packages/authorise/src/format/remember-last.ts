/** The same function with a memory of its last result, because a card is drawn for every step of a slider. */
export function rememberLast<Arguments extends readonly unknown[], Result>(
  compute: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  let last: { given: Arguments; result: Result } | null = null
  return (...given) => {
    if (last === null || given.some((value, index) => value !== last?.given[index]))
      last = { given, result: compute(...given) }
    return last.result
  }
}
