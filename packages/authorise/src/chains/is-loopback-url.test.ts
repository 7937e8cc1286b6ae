import { expect, test } from 'vitest'
import { isLoopbackUrl } from './is-loopback-url.ts'

test.each([
  ['http://localhost:3000', true],
  ['https://localhost', true],
  ['http://shop.localhost:8080', true],
  ['http://127.0.0.1:5173', true],
  ['http://127.8.0.1', true],
  ['http://[::1]:5173', true],
  ['https://shop.example', false],
  ['https://localhost.example', false],
  ['https://notlocalhost', false],
  ['https://127.0.0.1.example', false],
  ['http://[::2]', false],
  ['http://192.168.0.1', false],
  ['null', false],
  ['', false],
])('isLoopbackUrl: %j is %j', (origin, isLoopback) => {
  expect(isLoopbackUrl(origin)).toBe(isLoopback)
})
