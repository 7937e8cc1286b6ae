import type { Signing } from '../ports.ts'
import { buildAuthorisation } from './build-authorisation.ts'
import { verifySignInText } from './verify-sign-in-text.ts'

/** All the checks that stand between the service and the wallet, loaded as one. */
export const signing: Signing = { verifySignInText, buildAuthorisation }
