import type { DrivenPage } from './driven-page.ts'
import { findShown, type Sought } from './find-shown.ts'
import { type ElementReference, openWebDriverSession, WebDriverError } from './web-driver.ts'

/** An element that was drawn again, moved, or left behind by a navigation during a read counts as not there yet. */
const NOT_YET = ['stale element reference', 'element click intercepted', 'element not interactable']

/** Opens a browser of its own, with nothing remembered, by the WebKitWebDriver at `driverUrl`. */
export async function openWebKitPage(driverUrl: string): Promise<DrivenPage> {
  const session = await openWebDriverSession(driverUrl)
  await session.resize(1280, 1100)
  const problems: string[] = []

  /** Runs a function with its argument in the page, and collects the page's errors since the last time. */
  async function run(script: (input: never) => unknown, input?: unknown): Promise<unknown> {
    const body = `return (async input => {
      const problems = (${watchProblems})()
      const value = await (${script})(input)
      return [value, problems.splice(0)]
    })(arguments[0])`
    const [value, seen] = (await session.execute(body, [input ?? null])) as [unknown, string[]]
    problems.push(...seen)
    return value
  }

  async function withElement<R>(
    sought: Sought,
    act: (element: ElementReference) => Promise<R>,
  ): Promise<R | null> {
    try {
      const element = (await run(findShown, sought)) as ElementReference | null
      return element ? await act(element) : null
    } catch (error) {
      if (error instanceof WebDriverError && NOT_YET.includes(error.code)) return null
      throw error
    }
  }

  return {
    goTo: async url => void (await session.goTo(url)),
    reload: async () => void (await session.reload()),
    url: () => session.url(),
    click: async sought =>
      (await withElement(sought, element => session.click(element).then(() => true))) ?? false,
    type: async (sought, text) =>
      (await withElement(sought, element => session.sendKeys(element, text).then(() => true))) ?? false,
    read: sought =>
      withElement(sought, async element => {
        const text = (await run((shown: HTMLElement) => shown.textContent ?? '', element)) as string
        return text.trim().replace(/\s+/g, ' ')
      }),
    evaluate: async script => (await run(script)) as never,
    problems: () => problems,
    close: async () => void (await session.close()),
  }
}

/**
 * Runs in the page, at the first read of each document. WebDriver knows no earlier moment, so earlier errors are not
 * seen.
 */
function watchProblems(): string[] {
  const page = globalThis as { e2eProblems?: string[] }
  if (page.e2eProblems) return page.e2eProblems
  const problems: string[] = []
  page.e2eProblems = problems
  addEventListener('error', event => problems.push(event.message))
  addEventListener('unhandledrejection', event => problems.push(String(event.reason)))
  document.addEventListener('securitypolicyviolation', event => problems.push(event.violatedDirective))
  return problems
}
