/** `Array.from` of the language. Old libraries replace it by a function without a mapping. */
export function arrayFrom<T, U>(
  items: Iterable<T> | ArrayLike<T>,
  map?: (item: T, index: number) => U,
): (T | U)[] {
  const list = Symbol.iterator in Object(items) ? [...(items as Iterable<T>)] : listOf(items as ArrayLike<T>)
  return map ? list.map((item, index) => map(item, index)) : list
}

function listOf<T>(items: ArrayLike<T>): T[] {
  const list: T[] = []
  for (let index = 0; index < items.length; index++) list.push(items[index] as T)
  return list
}
