import type { Browser, CDPSession } from 'playwright'

/** The causes of pixels besides the code: the browser, and its fonts for Latin, Arabic and Hebrew letters. */
export type DrawnWith = { browser: string; fonts: string[] }

const LOCALES = ['en', 'ar', 'he']

/** Reads them from the browser's own report of the drawn page. */
export async function drawnWith(browser: Browser, url: string): Promise<DrawnWith> {
  const page = await browser.newPage()
  await page.goto(url)
  await page.evaluate(() => window.drawScreen('reviewing-details'))
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const fonts = new Set<string>()
  for (const locale of LOCALES) {
    await page.evaluate(locale => window.dressElement({ theme: 'light', locale, width: 440 }), locale)
    for (const font of await fontsOf(session)) fonts.add(font)
  }
  await page.close()
  return { browser: `Chromium ${browser.version()} on ${process.platform}`, fonts: [...fonts].sort() }
}

type Node = { nodeId: number; nodeType: number; children?: Node[]; shadowRoots?: Node[] }

async function fontsOf(session: CDPSession): Promise<string[]> {
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true })
  const elements: number[] = []
  const visit = (node: Node) => {
    if (node.nodeType === 1) elements.push(node.nodeId)
    for (const child of [...(node.children ?? []), ...(node.shadowRoots ?? [])]) visit(child)
  }
  visit(root)
  const used = await Promise.all(
    elements.map(nodeId => session.send('CSS.getPlatformFontsForNode', { nodeId })),
  )
  return used.flatMap(({ fonts }) => fonts.map(font => font.postScriptName || font.familyName))
}
