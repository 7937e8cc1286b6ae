import { describe, expect, test } from 'vitest'
import { type PageParameters, paginate } from './pagination.ts'

const NEWEST_FIRST = ['p5', 'p4', 'p3', 'p2', 'p1'].map(id => ({ id }))

/** Pages over five objects, as the service cuts them. */
function service() {
  const calls: PageParameters[] = []
  async function fetchPage(parameters: PageParameters) {
    calls.push(parameters)
    const { limit = 10, starting_after, ending_before } = parameters
    const indexOf = (id: string) => NEWEST_FIRST.findIndex(object => object.id === id)
    const rest = ending_before
      ? NEWEST_FIRST.slice(0, indexOf(ending_before))
      : NEWEST_FIRST.slice(starting_after ? indexOf(starting_after) + 1 : 0)
    const data = ending_before ? rest.slice(-limit) : rest.slice(0, limit)
    return { object: 'list' as const, data, has_more: data.length < rest.length, url: '/v1/products' }
  }
  return { calls, fetchPage, list: (parameters: PageParameters) => paginate(fetchPage, parameters) }
}

async function collect(objects: AsyncIterable<{ id: string }>): Promise<string> {
  const ids: string[] = []
  for await (const object of objects) ids.push(object.id)
  return ids.join(' ')
}

test('awaited, it is the envelope and one request', async () => {
  const { calls, list } = service()
  expect(await list({ limit: 2 })).toEqual({
    object: 'list',
    data: [{ id: 'p5' }, { id: 'p4' }],
    has_more: true,
    url: '/v1/products',
  })
  expect(calls).toEqual([{ limit: 2 }])
})

test('walked, it goes through all pages, keeping the parameters', async () => {
  const { calls, list } = service()
  expect(await collect(list({ limit: 2 }))).toBe('p5 p4 p3 p2 p1')
  expect(calls).toEqual([
    { limit: 2 },
    { limit: 2, starting_after: 'p4' },
    { limit: 2, starting_after: 'p2' },
  ])
})

test('it keeps the parameters that it was called with, whatever their object says later', async () => {
  const { calls, list } = service()
  const parameters: PageParameters = { limit: 3 }
  const objects = list(parameters)
  parameters.limit = 1
  parameters.ending_before = 'p5'
  expect(await collect(objects)).toBe('p5 p4 p3 p2 p1')
  expect(calls).toEqual([{ limit: 3 }, { limit: 3, starting_after: 'p3' }])
})

test('with ending_before it walks towards the newest', async () => {
  const { calls, list } = service()
  expect(await collect(list({ limit: 2, ending_before: 'p1' }))).toBe('p2 p3 p4 p5')
  expect(calls).toEqual([
    { limit: 2, ending_before: 'p1' },
    { limit: 2, ending_before: 'p3' },
  ])
})

test('an awaited page can be walked, again and again', async () => {
  const { list } = service()
  const page = await list({ limit: 3 })
  expect(await collect(page)).toBe('p5 p4 p3 p2 p1')
  expect(await collect(page)).toBe('p5 p4 p3 p2 p1')
})

test('pages that are not reached are not fetched', async () => {
  const { calls, list } = service()
  for await (const object of list({ limit: 2 })) if (object.id === 'p4') break
  expect(calls).toEqual([{ limit: 2 }])
})

test('an empty list ends at once', async () => {
  const { list } = service()
  expect(await collect(list({ starting_after: 'p1' }))).toBe('')
})

test('a failure reaches the walk', async () => {
  const failing = paginate(async () => Promise.reject(new Error('down')), {})
  await expect(collect(failing)).rejects.toThrow('down')
})

describe.each([
  ['towards the oldest', {}, 'p5 p4 p3 p2 p1'],
  ['towards the newest', { ending_before: 'p1' }, 'p2 p3 p4 p5'],
])('parallel next() %s', (_, cursor, expected) => {
  test('gives each object once, in order, and fetches each page once', async () => {
    const { calls, list } = service()
    const walk = list({ limit: 2, ...cursor })[Symbol.asyncIterator]()
    const results = await Promise.all(Array.from({ length: 8 }, () => walk.next()))
    expect(results.flatMap(result => (result.done ? [] : [result.value.id])).join(' ')).toBe(expected)
    expect(results.slice(expected.split(' ').length).every(({ done }) => done)).toBe(true)
    expect(calls).toHaveLength(Math.ceil(expected.split(' ').length / 2))
  })

  test('two walks of one list do not disturb each other, and share its first page', async () => {
    const { calls, list } = service()
    const pages = list({ limit: 2, ...cursor })
    expect(await Promise.all([collect(pages), collect(pages)])).toEqual([expected, expected])
    expect(calls).toHaveLength(2 * Math.ceil(expected.split(' ').length / 2) - 1)
  })

  test('an early return() ends it for those who still ask', async () => {
    const { calls, list } = service()
    const walk = list({ limit: 2, ...cursor })[Symbol.asyncIterator]()
    const [first, returned, after] = await Promise.all([walk.next(), walk.return?.(), walk.next()])
    expect(first).toEqual({ done: false, value: { id: expected.slice(0, 2) } })
    expect([returned?.done, after.done]).toEqual([true, true])
    expect(calls).toHaveLength(1)
  })
})

test('after a failure in its middle a walk is over', async () => {
  const { fetchPage } = service()
  let fetched = 0
  const failing = paginate(
    async (parameters: PageParameters) => {
      if (++fetched === 2) throw new Error('down')
      return fetchPage(parameters)
    },
    { limit: 2 },
  )
  const walk = failing[Symbol.asyncIterator]()
  expect(await Promise.allSettled([walk.next(), walk.next(), walk.next(), walk.next()])).toEqual([
    { status: 'fulfilled', value: { done: false, value: { id: 'p5' } } },
    { status: 'fulfilled', value: { done: false, value: { id: 'p4' } } },
    { status: 'rejected', reason: new Error('down') },
    { status: 'fulfilled', value: { done: true, value: undefined } },
  ])
})

test.each([{}, [], { data: null, has_more: true }])(
  'error: %j is no list, whether awaited or walked',
  async answer => {
    const given = () => paginate(async () => answer as never, {})
    const expected = {
      name: 'ApiError',
      type: 'api_error',
      message: 'The service answered, but not with a new page. Is baseUrl right?',
    }
    await expect(given()).rejects.toMatchObject(expected)
    await expect(collect(given())).rejects.toMatchObject(expected)
  },
)

test.each([{ starting_after: 'p9' }, { ending_before: 'p0' }])(
  'error: a cache that ignores %j would repeat its page for ever',
  async parameters => {
    const page = { object: 'list' as const, data: NEWEST_FIRST, has_more: true, url: '/v1/products' }
    let calls = 0
    const walked = paginate(async () => {
      if (++calls > 5) throw new Error('The walk goes on.')
      return page
    }, parameters)
    await expect(collect(walked)).rejects.toMatchObject({
      name: 'ApiError',
      message: expect.stringContaining('not with a new page'),
    })
    expect(calls).toBe(2)
  },
)

test('an empty page that promises more ends a walk, for it has no cursor', async () => {
  const empty = { object: 'list' as const, data: [], has_more: true, url: '/v1/products' }
  expect(await collect(paginate(async () => empty, {}))).toBe('')
})
