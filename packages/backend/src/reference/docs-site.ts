import type { OpenApiDocument } from '../openapi/document-types.ts'
import { TITLE } from '../openapi/texts.ts'
import { Html, html, textOf } from './html.ts'
import { type Heading, renderMarkdown } from './render-markdown.ts'
import { addressOf, renderPage } from './render-page.ts'
import { renderReference } from './render-reference.ts'
import { createSearchIndex } from './search-index.ts'
import { type DocsPage, readTableOfContents, START_PAGE } from './table-of-contents.ts'

/** The page that is made from the API's description. In the repository a file stands in its place and says so. */
const REFERENCE = 'reference'

type Rendered = { contents: Html; content: Html }

/** A page as it is sent: encoding a large one for each reader costs milliseconds. */
type Bytes = Uint8Array<ArrayBuffer>

/** All documentation as one service shows it. */
export type DocsSite = {
  start(): Bytes
  /** @returns null where there is no such page */
  page(name: string): Bytes | null
  /** The index for the search of a reader's browser, as JSON. */
  searchIndex(): string
}

/** Reads the pages. Each is rendered at its first request, all of them at the first search, and kept. */
export function createDocsSite(document: OpenApiDocument): DocsSite {
  const groups = readTableOfContents()
  const pages = groups.flatMap(group => group.pages)
  const addresses = new Map(pages.map(page => [page.file, addressOf(page)]))
  addresses.set(START_PAGE, '/docs')
  const fromMarkdown = (file: string): Rendered => {
    const { content, headings } = renderMarkdown(file, path => addresses.get(path) ?? null)
    return { contents: contentsOf(headings), content: html`<article class="prose">${content}</article>` }
  }
  const rendered = new Map<string, Rendered>()
  const render = ({ name, file }: DocsPage): Rendered => {
    const known = rendered.get(name)
    if (known !== undefined) return known
    const made = name === REFERENCE ? renderReference(document) : fromMarkdown(file)
    rendered.set(name, made)
    return made
  }
  const kept = new Map<string | null, Bytes>()
  const keep = (name: string | null, make: () => string): Bytes => {
    const bytes = kept.get(name) ?? Buffer.from(make())
    kept.set(name, bytes)
    return bytes
  }
  return {
    start: () =>
      keep(null, () => {
        const { content } = renderMarkdown(START_PAGE, path => addresses.get(path) ?? null)
        const home = new Html(content.text.split('<hr>')[0] ?? '')
        return renderPage({
          ...{ groups, name: null, title: TITLE, contents: null },
          content: html`<article class="home">${home}</article>`,
        })
      }),
    page: name => {
      const page = pages.find(page => page.name === name)
      if (page === undefined) return null
      return keep(name, () => renderPage({ groups, name, title: page.title, ...render(page) }))
    },
    searchIndex: () =>
      createSearchIndex(
        pages.map(page => ({ title: page.title, address: addressOf(page), content: render(page).content })),
      ),
  }
}

/** The headings of the page's highest level below its title. */
function contentsOf(headings: readonly Heading[]): Html {
  const inner = headings.filter(({ level }) => level > 1)
  const highest = Math.min(...inner.map(({ level }) => level))
  const shown = inner.filter(({ level }) => level === highest)
  return html`${shown.map(({ anchor, text }) => html`<li><a href="#${anchor}">${textOf(text.text)}</a></li>`)}`
}
