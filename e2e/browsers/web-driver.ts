/** An error as WebDriver names it, such as `stale element reference`. */
export class WebDriverError extends Error {
  override readonly name = 'WebDriverError'
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** A reference to an element of the page: an object with one known key. */
export type ElementReference = { [ELEMENT]: string }

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** One browser under a driver's command, by the W3C's WebDriver protocol. */
export type WebDriverSession = Awaited<ReturnType<typeof openWebDriverSession>>

export async function openWebDriverSession(driverUrl: string) {
  const { sessionId } = (await send(driverUrl, 'POST', '/session', { capabilities: {} })) as {
    sessionId: string
  }
  const command = (method: string, path: string, body?: object) =>
    send(driverUrl, method, `/session/${sessionId}${path}`, body)
  return {
    goTo: (url: string) => command('POST', '/url', { url }),
    reload: () => command('POST', '/refresh', {}),
    url: () => command('GET', '/url') as Promise<string>,
    resize: (width: number, height: number) => command('POST', '/window/rect', { width, height }),
    /** Runs the body of a function. A promise that it returns is awaited. Elements come back as references. */
    execute: (script: string, args: unknown[]) => command('POST', '/execute/sync', { script, args }),
    click: (element: ElementReference) => command('POST', `/element/${element[ELEMENT]}/click`, {}),
    sendKeys: (element: ElementReference, text: string) =>
      command('POST', `/element/${element[ELEMENT]}/value`, { text }),
    close: () => command('DELETE', ''),
  }
}

/** Whether the driver takes sessions yet. */
export async function isDriverReady(driverUrl: string): Promise<boolean> {
  const status = (await send(driverUrl, 'GET', '/status').catch(() => null)) as { ready?: boolean } | null
  return status?.ready === true
}

async function send(driverUrl: string, method: string, path: string, body?: object): Promise<unknown> {
  const init = body ? { method, body: JSON.stringify(body) } : { method }
  const response = await fetch(`${driverUrl}${path}`, init)
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new WebDriverError(error, message)
}
