import type { BillingEvent } from '@per-second/client'
import type { Look } from '../../store/watch-meters.ts'

export type StoreNews = {
  happened(event: BillingEvent): void
  looked(look: Look): void
  /** The stream has broken off; it comes back by itself, and misses nothing. */
  lost(): void
}

const OPEN_AGAIN_AFTER_MS = 3000

/** Listens to what the store says until the function that it returns is called. */
export function followStore(news: StoreNews): () => void {
  let source = open()
  let timer: ReturnType<typeof setTimeout> | undefined

  function open(): EventSource {
    const opened = new EventSource('/dashboard/stream')
    opened.addEventListener('happened', ({ data }) => news.happened(JSON.parse(data)))
    opened.addEventListener('look', ({ data }) => news.looked(JSON.parse(data)))
    opened.addEventListener('error', () => {
      news.lost()
      // A browser comes back after a connection that broke, and not after an answer that was no stream: a store that is just starting.
      if (opened.readyState === EventSource.CLOSED) {
        timer = setTimeout(() => {
          source = open()
        }, OPEN_AGAIN_AFTER_MS)
      }
    })
    return opened
  }

  return () => {
    clearTimeout(timer)
    source.close()
  }
}
