import { ANNOUNCEMENT } from '../wallet/wallet-responds.ts'

/** The page's events for the element. */
export type PageWatcher = {
  /** The page is visible or focused again. */
  looked(): void
  /** There is a network again, or the Back button brought the page back as it was left. */
  returned(type: 'back_online' | 'page_restored'): void
  /** A wallet of this browser announces itself. */
  announced(): void
}

/** Listens to the page that this is the document of until `signal` aborts. */
export function watchPage(
  document: Document,
  { looked, returned, announced }: PageWatcher,
  signal: AbortSignal,
): void {
  const view = document.defaultView ?? window
  view.addEventListener(ANNOUNCEMENT, announced, { signal })
  view.addEventListener('focus', looked, { signal })
  document.addEventListener('visibilitychange', looked, { signal })
  view.addEventListener('online', () => returned('back_online'), { signal })
  view.addEventListener('pageshow', event => event.persisted && returned('page_restored'), { signal })
}
