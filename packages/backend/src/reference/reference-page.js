// Runs in the reader's browser; the page is whole without it. Finds operations, copies samples, marks the place in the contents.
const links = [...document.querySelectorAll('nav a')]
const find = document.querySelector('#find')
const menu = document.querySelector('.menu')
const narrow = matchMedia('(max-width: 900px)')

const fold = () => {
  menu.open = !narrow.matches
}
narrow.addEventListener('change', fold)
fold()

find.addEventListener('input', () => {
  const words = find.value.toLowerCase().split(/\s+/)
  for (const link of links) {
    const text = `${link.textContent} ${link.hash}`.toLowerCase()
    link.parentElement.hidden = !words.every(word => text.includes(word))
  }
  for (const list of document.querySelectorAll('nav ul')) {
    const empty = [...list.children].every(item => item.hidden)
    list.hidden = empty
    list.previousElementSibling.hidden = empty
  }
})
for (const link of links) {
  link.addEventListener('click', () => {
    if (narrow.matches) menu.open = false
  })
}

for (const caption of document.querySelectorAll('figcaption')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(caption.parentElement.querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })
  caption.append(button)
}

const byId = new Map(links.map(link => [link.hash.slice(1), link]))
const seen = new IntersectionObserver(
  entries => {
    const entry = entries.find(({ isIntersecting }) => isIntersecting)
    if (entry === undefined) return
    for (const link of links) link.removeAttribute('aria-current')
    const link = byId.get(entry.target.id)
    link?.setAttribute('aria-current', 'location')
    if (!narrow.matches) link?.scrollIntoView({ block: 'nearest' })
  },
  { rootMargin: '-64px 0px -70% 0px' },
)
for (const id of byId.keys()) {
  const target = document.getElementById(id)
  if (target !== null) seen.observe(target)
}
