import { expect, test } from 'vitest'
import { listen } from './listen.ts'

test('a taken port is exchanged for a free one, and both serve until disposed', async () => {
  await using first = await listen((_, response) => response.end('first'), 0)
  const second = await listen((_, response) => response.end('second'), first.port)
  expect(second.port).not.toBe(first.port)
  expect(first.url).toBe(`http://localhost:${first.port}`)
  expect(await (await fetch(first.url)).text()).toBe('first')
  expect(await (await fetch(second.url)).text()).toBe('second')
  await second[Symbol.asyncDispose]()
  await expect(fetch(second.url)).rejects.toThrow()
})
