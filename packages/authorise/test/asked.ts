import type { FakeCall } from '../src/testing/fake-service.ts'
import type { WalletPrompt } from '../src/wallet/wallet-controls.ts'
import type { Stage } from './stage.ts'

/** What the service was asked so far at paths that end so. */
export function callsTo({ service }: Stage, path: string): FakeCall[] {
  return service.calls.filter(call => call.path.endsWith(path))
}

/** How often the wallet was asked for something. */
export function timesAsked({ wallet }: Stage, prompt: WalletPrompt): number {
  return wallet.controls.prompts.filter(each => each === prompt).length
}
