import { posix } from 'node:path'
import { readPageFile } from '../files/read-page-file.ts'

/** One page of documentation. */
export type DocsPage = {
  /** The part of its address after `/docs/`, empty for the start page. */
  name: string
  title: string
  /** From the repository's root. */
  file: string
  /** Whether the menu lists it. The others are linked from an index page. */
  isInMenu: boolean
}

export type DocsGroup = { title: string; pages: DocsPage[] }

export const START_PAGE = 'docs/README.md'

/** The start page: `shown` to a reader, and the `lists` of all pages after its rule. */
export function readStartPage(): { shown: string; lists: string } {
  const [shown = '', lists = ''] = readPageFile(START_PAGE).split('\n---\n')
  return { shown, lists }
}

/** Every page, in order: the lists of the start page. A folder's README lists the folder, outside the menu. */
export function readTableOfContents(): DocsGroup[] {
  const [, ...groups] = readStartPage().lists.split(/^## /m)
  return groups.map(group => ({
    title: group.slice(0, group.indexOf('\n')),
    pages: linkedPages(START_PAGE, group, true).flatMap(page => [page, ...pagesOfFolder(page.file)]),
  }))
}

function pagesOfFolder(index: string): DocsPage[] {
  const isFolder = index.startsWith('docs/') && index.endsWith('/README.md')
  return isFolder ? linkedPages(index, readPageFile(index), false) : []
}

function linkedPages(from: string, text: string, isInMenu: boolean): DocsPage[] {
  return [...text.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)].map(([, title = '', path = '']) => {
    const file = posix.join(posix.dirname(from), path)
    return { name: nameOf(file), title, file, isInMenu }
  })
}

/** A page is called as its file, a folder's README as its folder. */
function nameOf(file: string): string {
  return posix.basename(file.replace(/\/README\.md$/, ''), '.md').toLowerCase()
}
