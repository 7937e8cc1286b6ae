import { readPageFile } from '../files/read-page-file.ts'
import type { OpenApiDocument } from '../openapi/document-types.ts'
import { TITLE } from '../openapi/texts.ts'
import { referenceText } from './reference-text.ts'
import { renderMarkdown, type Section } from './render-markdown.ts'
import { addressOf, renderPage } from './render-page.ts'
import { type DocsPage, readStartPage, readTableOfContents, START_PAGE } from './table-of-contents.ts'

/** The page that is made from the API document. In the repository its file lists the operations only. */
const REFERENCE = 'docs/reference.md'

const HOME: DocsPage = { name: '', title: TITLE, file: START_PAGE, isInMenu: false }

/** A page as it is sent: encoding a large one for each reader costs milliseconds. */
type Bytes = Uint8Array<ArrayBuffer>

/** A search result: the part of a page under one heading. */
type Found = { address: string; page: string; heading: string; text: string }

/** All documentation as one service shows it. Each page is rendered at its first request, all of them at the first search. */
export function createDocsSite(document: OpenApiDocument) {
  const groups = readTableOfContents()
  const listed = groups.flatMap(group => group.pages)
  const pages = [HOME, ...listed]
  const addresses = new Map(pages.map(page => [page.file, addressOf(page)]))
  const read = (file: string) => {
    if (file === START_PAGE) return readStartPage().shown
    return file === REFERENCE ? referenceText(document) : readPageFile(file)
  }
  const sectionsOf = ({ file }: DocsPage) =>
    renderMarkdown({ file, text: read(file) }, path => addresses.get(path) ?? null)
  const cache = new Map<string, Bytes>()
  return {
    /** @returns null where there is no such page */
    page: (name: string) => {
      const page = pages.find(page => page.name === name)
      if (page === undefined) return null
      const bytes = cache.get(name) ?? Buffer.from(renderPage({ groups, page, sections: sectionsOf(page) }))
      cache.set(name, bytes)
      return bytes
    },
    /** The sections of all listed pages, which a reader's browser searches (`search-sections.js`). */
    sections: () => listed.flatMap(page => sectionsOf(page).map(section => foundIn(page, section))),
  }
}

function foundIn(page: DocsPage, { level, anchor, heading, body }: Section): Found {
  return {
    address: level === 1 ? addressOf(page) : `${addressOf(page)}#${anchor}`,
    page: page.title,
    heading: heading === page.title ? '' : heading,
    text: textOf(body),
  }
}

const CHARACTERS: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** The text of markup. */
function textOf(markup: string): string {
  return markup
    .replaceAll(/<\/?(?:a|b|code|em|mark|span|strong|wbr)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, entity => CHARACTERS[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
