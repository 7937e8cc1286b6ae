import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
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

const hasIpv6 = Object.values(networkInterfaces()).some(each =>
  each?.some(({ address }) => address === '::1'),
)

test.runIf(hasIpv6)(
  'a port that another program has on IPv6 is taken: localhost would lead there',
  async () => {
    const other = createServer((_, response) => response.end('another')).listen(0, '::1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await using store = await listen((_, response) => response.end('store'), port)
    expect(await (await fetch(store.url)).text()).toBe('store')
    expect(store.port).not.toBe(port)
    other.close()
  },
)
