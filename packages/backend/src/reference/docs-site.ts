import { readPageFile } from '../files/read-page-file.ts'
import type { OpenApiDocument } from '../openapi/document-types.ts'
import { TITLE } from '../openapi/texts.ts'
import { Html, html, textOf } from './html.ts'
import { referenceText } from './reference-text.ts'
import { type Heading, renderMarkdown } from './render-markdown.ts'
import { addressOf, renderPage } from './render-page.ts'
import { type DocsPage, readTableOfContents, START_PAGE } from './table-of-contents.ts'

/** The page that is made from the API document. In the repository its file lists the operations only. */
const REFERENCE = 'docs/reference.md'

type Rendered = { contents: Html; content: Html }

/** A page as it is sent: encoding a large one for each reader costs milliseconds. */
type Bytes = Uint8Array<ArrayBuffer>

/** All documentation as one service shows it. Each page is rendered at its first request, all of them at the first search. */
export function createDocsSite(document: OpenApiDocument) {
  const groups = readTableOfContents()
  const pages = groups.flatMap(group => group.pages)
  const addresses = new Map(pages.map(page => [page.file, addressOf(page)]))
  addresses.set(START_PAGE, '/docs')
  const read = (file: string) => (file === REFERENCE ? referenceText(document) : readPageFile(file))
  const markdown = (file: string) =>
    renderMarkdown({ file, text: read(file) }, path => addresses.get(path) ?? null)
  const render = ({ file }: DocsPage): Rendered => {
    const { content, headings } = markdown(file)
    return { contents: contentsOf(headings), content: html`<article class="prose">${content}</article>` }
  }
  const cache = new Map<string, Bytes>()
  const keep = (name: string, make: () => string): Bytes => {
    const bytes = cache.get(name) ?? Buffer.from(make())
    cache.set(name, bytes)
    return bytes
  }
  return {
    start: () =>
      keep('', () => {
        const { content } = markdown(START_PAGE)
        const home = new Html(content.text.split('<hr>')[0] ?? '')
        return renderPage({
          groups,
          name: null,
          title: TITLE,
          contents: null,
          content: html`<article class="home">${home}</article>`,
        })
      }),
    /** @returns null where there is no such page */
    page: (name: string) => {
      const page = pages.find(page => page.name === name)
      if (page === undefined) return null
      return keep(name, () => renderPage({ groups, name, title: page.title, ...render(page) }))
    },
    /** The sections of all pages, which a reader's browser searches (`search-sections.js`). */
    sections: () => pages.flatMap(page => sectionsOf(page.title, addressOf(page), render(page).content)),
  }
}

/** The headings of the page's highest level below its title. */
function contentsOf(headings: readonly Heading[]): Html {
  const inner = headings.filter(({ level }) => level > 1)
  const highest = Math.min(...inner.map(({ level }) => level))
  const shown = inner.filter(({ level }) => level === highest)
  return html`${shown.map(({ anchor, text }) => html`<li><a href="#${anchor}">${textOf(text.text)}</a></li>`)}`
}

/** A search result: the part of a page under one heading. */
type Section = { address: string; page: string; heading: string; text: string }

const HEADING = /<h\d[^>]*>(.*?)<\/h\d>/s
const START_OF_SECTION = /(?=<h[2-4]\b[^>]* id=")/

/** The sections of a page: the part before its first anchor, and the part after each. */
function sectionsOf(page: string, address: string, content: Html): Section[] {
  return content.text.split(START_OF_SECTION).map(part => {
    const [, anchor] = /^<\w+\b[^>]* id="([^"]+)"/.exec(part) ?? []
    const title = textOf(HEADING.exec(part)?.[1] ?? '').replace(/ #$/, '')
    return {
      address: anchor === undefined ? address : `${address}#${anchor}`,
      page,
      heading: title === page ? '' : title,
      text: textOf(part.replace(HEADING, '')),
    }
  })
}
