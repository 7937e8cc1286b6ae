import { matchPage } from './match-page.ts'

const EVERY_MS = 1000
const ANSWERS_WITHIN_MS = 10_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Draws the page again as the store would now, and tells whether the store answers. A hidden page asks nothing. */
async function refresh(): Promise<void> {
  clearTimeout(timer)
  if (!document.hidden) {
    const page = await readPage(location.href).catch(() => null)
    const [shown, wanted] = [document.querySelector('#content'), page?.querySelector('#content')]
    if (shown && wanted) matchPage(shown, wanted)
    tell(page ? 'live' : 'lost')
  }
  clearTimeout(timer)
  timer = setTimeout(refresh, EVERY_MS)
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

/** A status that does not change is not announced again. */
function tell(kind: 'live' | 'lost'): void {
  const live = document.querySelector<HTMLElement>('#live')
  if (!live || live.dataset.kind === kind) return
  live.dataset.kind = kind
  live.textContent = kind === 'live' ? 'Live' : 'Connection lost, trying again…'
}

document.addEventListener('click', event => {
  const button = (event.target as Element).closest<HTMLElement>('[data-copy]')
  if (!button) return
  void navigator.clipboard.writeText(button.dataset.copy ?? '').then(() => {
    button.dataset.copied = ''
    button.addEventListener('pointerleave', () => delete button.dataset.copied, { once: true })
    button.addEventListener('blur', () => delete button.dataset.copied, { once: true })
  })
})

/** A choice in a list is a filter: it acts at once. */
document.addEventListener('change', event => {
  const list = (event.target as Element).closest<HTMLSelectElement>('.filters select')
  list?.form?.requestSubmit()
})

document.addEventListener('visibilitychange', () => document.hidden || refresh())
void refresh()
