import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** Requests of one connection under way at once. Browsers and clients of today send the next one when the last is answered. */
const MOST_ON_ONE = 32

/**
 * Reads a connection no further while as many of its requests are under way as it may have: else one that sends and never reads fills the
 * memory. What had been read before that is not begun.
 *
 * @param answer the service
 * @param refuse answers a request that is one too many
 */
export function limitPipelining(
  answer: RequestListener,
  refuse: (response: ServerResponse) => void,
): RequestListener {
  const underWay = new WeakMap<object, number>()
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const count = (underWay.get(socket) ?? 0) + 1
    underWay.set(socket, count)
    if (count >= MOST_ON_ONE) socket.pause()
    response.once('close', () => {
      const left = (underWay.get(socket) ?? 1) - 1
      underWay.set(socket, left)
      if (left === MOST_ON_ONE - 1) socket.resume()
    })
    if (count > MOST_ON_ONE) refuse(response)
    else answer(request, response)
  }
}
