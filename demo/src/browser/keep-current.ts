import { matchPage } from './match-page.ts'

const EVERY_MS = 1000
const ANSWERS_WITHIN_MS = 10_000

/**
 * Draws a part of the page again every second, as the store would now. A hidden page requests nothing, and requests at once when it
 * is seen again.
 *
 * @param tell gets whether the store answers
 */
export function keepCurrent(selector: string, tell: (answers: boolean) => void = () => {}): void {
  let timer: ReturnType<typeof setTimeout> | undefined

  async function refresh(): Promise<void> {
    clearTimeout(timer)
    if (!document.hidden) {
      const page = await readPage(location.href).catch(() => null)
      const [shown, wanted] = [document.querySelector(selector), page?.querySelector(selector)]
      if (shown && wanted) matchPage(shown, wanted)
      tell(page !== null)
    }
    clearTimeout(timer)
    timer = setTimeout(refresh, EVERY_MS)
  }

  document.addEventListener('visibilitychange', () => document.hidden || refresh())
  void refresh()
}

/** By XMLHttpRequest, because it parses without running anything and so needs no Trusted Types policy. */
function readPage(url: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', url)
    request.responseType = 'document'
    request.timeout = ANSWERS_WITHIN_MS
    const fail = () => reject(new Error('The store does not answer.'))
    request.onload = () =>
      request.status === 200 && request.responseXML ? resolve(request.responseXML) : fail()
    request.onerror = request.ontimeout = fail
    request.send()
  })
}
