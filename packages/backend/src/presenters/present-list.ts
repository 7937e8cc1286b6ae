import type { List } from '@per-second/protocol/types'

/** A page in its envelope. `url` is the path of the list. */
export function presentList<T>(url: string, data: T[], hasMore: boolean): List<T> {
  return { object: 'list', data, has_more: hasMore, url }
}
