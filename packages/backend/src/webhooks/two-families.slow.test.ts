import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSendWebhook, type ResolvedAddress } from './send-webhook.ts'

/** A receiver that takes one connection at a time into its queue, and none while its process is stopped. */
const RECEIVER = `require('node:http').createServer((_, response) => response.end('ok'))
  .listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port) })`
/** Longer than Node gives an address when a name has several. */
const BUSY_MILLIS = 600

let receiver: ChildProcess
let port: number
const queued: Socket[] = []
beforeEach(async () => {
  receiver = spawn(process.execPath, ['-e', RECEIVER], { stdio: ['ignore', 'pipe', 'inherit'] })
  port = Number(String(await once(receiver.stdout as NonNullable<typeof receiver.stdout>, 'data')))
  receiver.kill('SIGSTOP')
  for (let each = 0; each < 3; each += 1) queued.push(connect(port, '127.0.0.1').on('error', () => {}))
  await once(queued[0] as Socket, 'connect')
})
afterEach(() => {
  for (const socket of queued.splice(0)) socket.destroy()
  receiver.kill('SIGKILL')
})

const V4: ResolvedAddress = { address: '127.0.0.1', family: 4 }
/** Documentation addresses (RFC 3849) have no route. */
const V6: ResolvedAddress = { address: '2001:db8::1', family: 6 }

test.each([
  ['one address', [V4]],
  ['an address without a route behind it', [V4, V6]],
  ['an address without a route before it', [V6, V4]],
])('a busy receiver is waited for with %s', async (_, addresses) => {
  const send = createSendWebhook({ ports: null, resolve: async () => addresses })
  const sent = send(
    { url: `http://hook.example:${port}/`, headers: {}, body: '{}' },
    new AbortController().signal,
  )
  setTimeout(() => receiver.kill('SIGCONT'), BUSY_MILLIS)
  expect(await sent).toEqual({ status: 200 })
})
