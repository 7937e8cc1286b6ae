import { buildAuthorisation } from './build-authorisation.ts'
import { recoversTo } from './recovers-to.ts'
import { typedDataOf } from './typed-data-of.ts'
import { verifyChain } from './verify-chain.ts'
import { verifySignInText } from './verify-sign-in-text.ts'

/** All the checks that stand between the service and the wallet, loaded as one. */
export const signing = { buildAuthorisation, recoversTo, typedDataOf, verifyChain, verifySignInText }

export type Signing = typeof signing
