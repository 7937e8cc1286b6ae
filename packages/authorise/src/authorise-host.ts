import type { ReactiveControllerHost } from 'lit'
import type { Problem } from './machine/problem.ts'
import type { Pins } from './signing/pins.ts'
import type { WagmiWalletOptions } from './wallet/wagmi-wallet.ts'

/** The parts of the element that its modules use. */
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
    /** The page's proposals for the input. */
    readonly proposed: { email: string; seconds: number | null }
    readonly renderRoot: ParentNode
    /** The sentence for a problem, in the element's language. */
    describe(problem: Problem): string
  }
