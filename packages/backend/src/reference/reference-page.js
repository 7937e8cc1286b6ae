// Runs in the reader's browser. Without it a page has all but the search. Searches all pages, and copies samples.
const find = document.querySelector('#find')
const menu = document.querySelector('.menu')
const narrow = matchMedia('(max-width: 900px)')

const fold = () => {
  menu.open = !narrow.matches
}
narrow.addEventListener('change', fold)
fold()

const MOST_FOUND = 30
const found = document.querySelector('.found')
find.closest('search').hidden = false

/** The sections of all pages, loaded at the first search. */
let loading = null
const load = () => {
  loading ??= fetch('/docs-search.json').then(answer => answer.json())
  loading.catch(() => {
    loading = null
  })
  return loading
}

const element = (name, ...children) => {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

/** Some text around the first of the words, with each of them marked. */
const excerptOf = (text, words) => {
  const parts = text.split(/([\p{L}\p{N}_]+)/u)
  const isFound = part => words.some(word => part.toLowerCase().startsWith(word))
  const before = parts.slice(0, Math.max(0, parts.findIndex(isFound))).join('').length
  const from = text.lastIndexOf(' ', Math.max(0, before - 60)) + 1
  const piece = text.slice(from, from + 220).split(/([\p{L}\p{N}_]+)/u)
  const shown = piece.map(part => (isFound(part) ? element('mark', part) : part))
  return element('p', from > 0 ? '… ' : '', ...shown, from + 220 < text.length ? ' …' : '')
}

const resultOf = ({ address, page, heading, text, words }) => {
  const link = element('a', heading === '' ? page : `${page} › ${heading}`)
  link.href = address
  link.addEventListener('click', () => show(''))
  return element('li', link, excerptOf(text, words))
}

const show = async words => {
  find.value = words
  found.hidden = words.trim() === ''
  if (found.hidden) return found.replaceChildren()
  const title = text => element('h1', text)
  try {
    const results = searchSections(await load(), words).slice(0, MOST_FOUND)
    if (find.value !== words) return
    if (results.length === 0) return found.replaceChildren(title(`Nothing found for “${words}”`))
    const list = element('ol', ...results.map(resultOf))
    list.className = 'results'
    found.replaceChildren(title(`Found for “${words}”`), list)
  } catch {
    found.replaceChildren(title('The search could not be loaded. Type again to try again.'))
  }
}
find.addEventListener('input', () => show(find.value))
find.addEventListener('focus', load, { once: true })

menu.addEventListener('click', ({ target }) => {
  if (target.closest('a')) fold()
})

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

document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' })
