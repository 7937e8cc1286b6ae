import type { ReactiveControllerHost } from 'lit'
import type { Problem } from './machine/problem.ts'
import type { Pins } from './signing/pins.ts'
import type { WagmiWalletOptions } from './wallet/wagmi-wallet.ts'

/** What those who work for the element need of it. */
export type AuthoriseHost = ReactiveControllerHost &
  EventTarget & {
    readonly isConnected: boolean
    readonly ownerDocument: Document
    readonly wagmiConfig: WagmiWalletOptions['wagmiConfig']
    readonly provider: WagmiWalletOptions['provider']
    readonly walletConnectProjectId: string | null
    readonly redirect: 'auto' | 'none'
    readonly remember: 'browser' | 'tab'
    readonly pins: Pins
    /** The session whose meter the checkout carries on. */
    readonly replaces: string | null
    readonly extendUrl: string | null
    readonly exitUrl: string | null
    /** What the page proposes to begin with. */
    readonly proposed: { email: string; seconds: number | null }
    readonly renderRoot: ParentNode
    /** The sentence for a problem, in the element's language. */
    describe(problem: Problem): string
  }
