// Runs in the reader's browser; the page is whole without it. Narrows the contents, copies samples, marks the place in the contents.
const links = [...document.querySelectorAll('nav a')]
const find = document.querySelector('#find')
const menu = document.querySelector('.menu')
const narrow = matchMedia('(max-width: 900px)')

const fold = () => {
  menu.open = !narrow.matches
}
narrow.addEventListener('change', fold)
fold()

const textOf = link => `${link.textContent} ${link.hash}`.toLowerCase()
const items = [...document.querySelectorAll('nav li')].map(item => ({
  item,
  text: [...item.querySelectorAll('a')].map(textOf).join(' '),
}))
find.addEventListener('input', () => {
  const words = find.value.toLowerCase().split(/\s+/)
  for (const { item, text } of items) item.hidden = !words.every(word => text.includes(word))
  for (const list of document.querySelectorAll('.menu > ul')) {
    list.hidden = [...list.children].every(item => item.hidden)
    list.previousElementSibling.hidden = list.hidden
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

const inPage = links.filter(link => link.getAttribute('href').startsWith('#'))
const byId = new Map(inPage.map(link => [decodeURIComponent(link.hash.slice(1)), link]))
const mark = link => {
  for (const other of inPage) other.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'location')
  if (!narrow.matches) link.scrollIntoView({ block: 'nearest' })
}
const seen = new IntersectionObserver(
  entries => {
    const entry = entries.find(({ isIntersecting }) => isIntersecting)
    if (entry !== undefined) mark(byId.get(entry.target.id))
  },
  { rootMargin: '-64px 0px -70% 0px' },
)
for (const id of byId.keys()) {
  const target = document.getElementById(id)
  if (target !== null) seen.observe(target)
}
if (inPage.length === 0) document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' })
