import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono().get('/', context => context.json({ hello: 'world' }))

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, address => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(address as AddressInfo).port}/` })}\n`)
})
