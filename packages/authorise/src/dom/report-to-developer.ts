import { webUrl } from '../chains/web-url.ts'
import { holdsSecretKey } from '../errors/holds-secret-key.ts'
import { isOfThePage, type Problem } from '../machine/problem.ts'
import { pageUrl } from './page-url.ts'

/** The page that explains each code if the address of the service is wrong. */
const PACKAGE_PAGE = 'https://www.npmjs.com/package/@per-second/authorise#when-something-is-wrong'

export type ReportTarget = {
  sessionId: string | null
  baseUrl: string
  /** Whether the session could not be read at all. The address may then be wrong. */
  isUnread?: boolean
}

/**
 * One English line in the console about a fault of the page, its configuration or the service. It has code, attribute or field, reason,
 * session, address of the service, and a link to the explanation. Faults of a person, a wallet or the network stay out of it, but no answer
 * at all may be a wrong address.
 */
export function reportToDeveloper(
  problem: Problem,
  { sessionId, baseUrl, isUnread = false }: ReportTarget,
): void {
  const { code, field, cause } = problem
  if (!isOfThePage(problem) && !(isUnread && code === 'service_unreachable')) return
  const about = field === undefined ? '' : ` (${field})`
  const session = holdsSecretKey(sessionId ?? '') ? 'a secret key' : (sessionId ?? 'none')
  const reason = cause === undefined ? '' : `: ${cause instanceof Error ? cause.message : cause}`
  const line = `${code}${about}${reason} session=${session} base-url=${baseUrl}. See ${explanation(problem, baseUrl)}`
  // biome-ignore lint/suspicious/noConsole: a developer looks there, and a person is told on the card.
  console.error(`<billing-authorise> ${line.replace(/\s+/g, ' ')}`)
}

function explanation({ code, field }: Problem, baseUrl: string): string {
  const base = webUrl(baseUrl, pageUrl())
  const isNoService = /^(http_|service_)/.test(code) || (code === 'response_invalid' && field === undefined)
  return base && !isNoService ? `${base.href.replace(/\/+$/, '')}/docs/errors#${code}` : PACKAGE_PAGE
}
