import type { BrowserContext } from '@playwright/test'

/** The title of every question that the dev wallet puts in the pages of a browser, in order. */
export async function recordPrompts(context: BrowserContext): Promise<string[]> {
  const prompts: string[] = []
  await context.exposeFunction('reportPrompt', (title: string) => prompts.push(title))
  await context.addInitScript(() => {
    const { showModal } = HTMLDialogElement.prototype
    HTMLDialogElement.prototype.showModal = function () {
      const isWallet = this.querySelector('header strong')?.textContent === 'Dev wallet'
      const { reportPrompt } = globalThis as unknown as { reportPrompt(title: string): void }
      if (isWallet) reportPrompt(this.querySelector('h2')?.textContent ?? '')
      showModal.call(this)
    }
  })
  return prompts
}
