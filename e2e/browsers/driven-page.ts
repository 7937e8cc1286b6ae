import type { Sought } from './find-shown.ts'

/** A page of a browser that Playwright cannot drive, as far as the flows need it. */
export type DrivenPage = {
  goTo(url: string): Promise<void>
  reload(): Promise<void>
  url(): Promise<string>
  /** Clicks in the middle of it, as a mouse does. False when there is nothing to click yet. */
  click(sought: Sought): Promise<boolean>
  /** Types into it. False when there is no such field yet. */
  type(sought: Sought, text: string): Promise<boolean>
  /** Its text in one line, or null without one yet. */
  read(sought: Sought): Promise<string | null>
  /** The result of a function that runs in the page, and may use no variables around it. */
  evaluate<R>(script: () => Promise<R>): Promise<R>
  /** Uncaught errors, and violations of the pages' policy. */
  problems(): string[]
  close(): Promise<void>
}

/** A running browser. Each page is a visitor of its own: another wallet, nothing remembered. */
export type DrivenBrowser = { newPage(): Promise<DrivenPage>; close(): Promise<void> }
