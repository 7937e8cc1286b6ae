import { buildAuthorisation } from './build-authorisation.ts'
import type { RecoversToParameters } from './recovers-to.ts'
import { typedDataOf } from './typed-data-of.ts'
import { verifySignInText } from './verify-sign-in-text.ts'

/** All the checks that stand between the service and the wallet, loaded as one but for what only a dispute needs. */
export const signing = {
  buildAuthorisation,
  typedDataOf,
  verifySignInText,
  recoversTo: async (claimed: RecoversToParameters) => (await import('./recovers-to.ts')).recoversTo(claimed),
}

export type Signing = typeof signing
