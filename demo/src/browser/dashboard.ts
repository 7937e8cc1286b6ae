import { keepCurrent } from './keep-current.ts'

keepCurrent('#content', answers => {
  const live = document.querySelector<HTMLElement>('#live')
  const kind = answers ? 'live' : 'lost'
  // A status that does not change is not announced again.
  if (!live || live.dataset.kind === kind) return
  live.dataset.kind = kind
  live.textContent = answers ? 'Live' : 'Connection lost, trying again…'
})

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
