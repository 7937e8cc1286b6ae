import type { FakeCall } from '../src/testing/fake-service.ts'
import type { WalletPrompt } from '../src/wallet/wallet-controls.ts'
import type { Stage } from './stage.ts'

/** The calls to the service so far, at paths with this end. */
export function callsTo({ service }: Stage, path: string): FakeCall[] {
  return service.calls.filter(call => call.path.endsWith(path))
}

/** The number of prompts of one kind. */
export function timesAsked({ wallet }: Stage, prompt: WalletPrompt): number {
  return wallet.controls.prompts.filter(each => each === prompt).length
}
