import type { Address } from '@per-second/protocol/types'

/** The exit is one page for all services, and cannot know of an escrow of one's own: it is told which one to look in. */
export function exitWithEscrow(exitHref: string, escrow: Address | null | undefined): string {
  return escrow ? `${exitHref.split('#')[0]}#escrow=${escrow}` : exitHref
}
