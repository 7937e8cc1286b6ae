/** What the page around the element tells it. */
export type PageWatcher = {
  /** Somebody looks at the page again. */
  looked(): void
  /** There is a network again, or the Back button brought the page back as it was left. */
  returned(type: 'back_online' | 'page_restored'): void
}

/** Listens to the page until `signal` aborts. */
export function watchPage({ looked, returned }: PageWatcher, signal: AbortSignal): void {
  addEventListener('focus', looked, { signal })
  document.addEventListener('visibilitychange', looked, { signal })
  addEventListener('online', () => returned('back_online'), { signal })
  addEventListener('pageshow', event => event.persisted && returned('page_restored'), { signal })
}
