import type {
  ChainAnswer,
  TestWallet as ScriptWallet,
  WalletAnswer,
  WalletPrompt,
} from '@per-second/authorise/testing'
import type { BrowserContext } from '@playwright/test'
import type { Backend } from '../connect-backend.ts'
import type { TestWallet } from '../test-wallet.ts'
import { walletScript } from './package-files.ts'

/** A test's wallet, as its pages find it too: announced by EIP-6963 under its `name`, and saying yes to everything unless told otherwise. */
export type PageWallet = TestWallet & {
  readonly name: string
  /** Sets the owner's answer to one kind of prompt from now on, in every page. */
  answer(prompt: WalletPrompt, answer: WalletAnswer): Promise<void>
  /** Every prompt it has shown, in order, in all pages of the test. */
  readonly prompts: readonly WalletPrompt[]
}

type Page = { perSecondTestWallet: ScriptWallet }

const NAME = 'Test wallet'

/** Puts the wallet into every page of a context that is opened from now on. */
export async function createPageWallet(
  context: BrowserContext,
  { line: { chain } }: Backend,
  wallet: TestWallet,
): Promise<PageWallet> {
  const prompts: WalletPrompt[] = []
  // Asked from here, a page needs no word in its content security policy for the test's chain.
  await context.exposeFunction('perSecondAskChain', (call: object) => askChain(chain.rpc_url, call))
  await context.exposeFunction('perSecondTellPrompt', (prompt: WalletPrompt) => prompts.push(prompt))
  const options = { key: wallet.key, chainId: chain.chain_id, name: NAME }
  await context.addInitScript({ content: `globalThis.perSecondTestWallet = ${JSON.stringify(options)}` })
  await context.addInitScript({ content: walletScript() })
  return {
    ...wallet,
    name: NAME,
    prompts,
    async answer(...choice) {
      await context.addInitScript(giveAnswer, choice)
      for (const page of context.pages()) await page.evaluate(giveAnswer, choice)
    },
  }
}

/** Runs in the page. A page that was open before the wallet has no wallet. */
function giveAnswer([prompt, answer]: [WalletPrompt, WalletAnswer]): void {
  const { perSecondTestWallet } = globalThis as unknown as Partial<Page>
  perSecondTestWallet?.controls.answer(prompt, answer)
}

async function askChain(rpcUrl: string, call: object): Promise<ChainAnswer> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
  })
  return (await response.json()) as ChainAnswer
}
