import type { List } from '@per-second/protocol/types'
import type { createCaller } from './subscriber.ts'

/**
 * Every object of a list, oldest first.
 *
 * @param call of the merchant whose list it is
 * @param path may have filters
 */
export async function listAll<T extends { id: string }>(
  call: ReturnType<typeof createCaller>,
  path: string,
): Promise<T[]> {
  const found: T[] = []
  for (let more = true; more; ) {
    const cursor = found.length > 0 ? `&starting_after=${found.at(-1)?.id}` : ''
    const { status, body } = await call<List<T>>(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`,
    )
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`)
    found.push(...body.data)
    more = body.has_more
  }
  return found.toReversed()
}
