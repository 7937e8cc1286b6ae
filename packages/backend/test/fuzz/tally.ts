import { createCaller } from '../subscriber.ts'
import type { FuzzWorld } from './fuzz-world.ts'

/** The expected books of each key: every object with a confirmed creation, and no others. */
export type Tally = {
  made(key: string | null, object: string, id: string): void
  /** The differences between the books and the responses, in words. */
  differences(url: string): Promise<string[]>
}

type Page = { data: { id: string; type?: string; data?: { object: { id: string } } }[]; has_more: boolean }

const KINDS = [
  ['product', '/v1/products'],
  ['checkout.session', '/v1/checkout/sessions'],
] as const

export async function createTally(url: string, world: FuzzWorld): Promise<Tally> {
  const keys = [...world.secretKeys]
  const expected = new Map<string, Set<string>>()
  const of = (key: string, object: string) => {
    const name = `${key} ${object}`
    const ids = expected.get(name) ?? new Set()
    expected.set(name, ids)
    return ids
  }
  for (const key of keys) {
    for (const [object, path] of KINDS)
      for (const { id } of await walk(url, key, path)) of(key, object).add(id)
  }
  return {
    made: (key, object, id) => {
      if (key !== null && keys.includes(key)) of(key, object).add(id)
    },
    differences: async at => {
      const differences: string[] = []
      for (const key of keys) {
        for (const [object, path] of KINDS) {
          const listed = (await walk(at, key, path)).map(({ id }) => id)
          const distinct = new Set(listed)
          if (distinct.size !== listed.length) differences.push(`${path} lists an object twice`)
          const wanted = of(key, object)
          const lost = [...wanted].filter(id => !distinct.has(id))
          const surplus = listed.filter(id => !wanted.has(id))
          if (lost.length > 0)
            differences.push(`${lost.length} × ${object} answered but not there: ${lost[0]}`)
          if (surplus.length > 0)
            differences.push(`${surplus.length} × ${object} there but not answered: ${surplus[0]}`)
        }
        const announced = (await walk(at, key, '/v1/events', '&type=product.created')).map(
          ({ data }) => data?.object.id,
        )
        if (announced.length !== of(key, 'product').size) {
          differences.push(`${announced.length} × product.created for ${of(key, 'product').size} products`)
        }
      }
      return differences
    },
  }
}

async function walk(url: string, key: string, path: string, filter = ''): Promise<Page['data']> {
  const call = createCaller(url, key)
  const all: Page['data'] = []
  let cursor = ''
  while (true) {
    const { body, status } = await call<Page>('GET', `${path}?limit=100${filter}${cursor}`)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    all.push(...body.data)
    const last = body.data.at(-1)
    if (!body.has_more || last === undefined) return all
    cursor = `&starting_after=${last.id}`
  }
}
