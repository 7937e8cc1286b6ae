import { isOfThePage, type Problem } from '../machine/problem.ts'
import { pageUrl } from './page-url.ts'

/** The page that explains each code if the address of the service is wrong. */
const PACKAGE_PAGE = 'https://www.npmjs.com/package/@per-second/authorise#when-something-is-wrong'

export type ReportTarget = { sessionId: string | null; baseUrl: string }

/**
 * One English line in the console about a fault of the page, its configuration or the service. It has code, attribute or field, reason,
 * session, address of the service, and a link to the explanation. Faults of a person, a wallet or the network stay out of it.
 */
export function reportToDeveloper(problem: Problem, { sessionId, baseUrl }: ReportTarget): void {
  if (!isOfThePage(problem)) return
  const { code, field, cause } = problem
  const about = field === undefined ? '' : ` (${field})`
  // A secret key would stay in logs that consoles are sent to.
  const session = sessionId?.startsWith('sk_') ? 'a secret key' : (sessionId ?? 'none')
  const reason = cause === undefined ? '' : `: ${cause instanceof Error ? cause.message : cause}`
  // biome-ignore lint/suspicious/noConsole: a developer looks there, and a person is told on the card.
  console.error(
    `<billing-authorise> ${code}${about}${reason} session=${session} base-url=${baseUrl}. See ${explanation(code, baseUrl)}`,
  )
}

function explanation(code: string, baseUrl: string): string {
  const base = URL.parse(baseUrl, pageUrl())
  const isService = base && /^http/.test(base.protocol) && !/^http_/.test(code)
  return isService ? `${base.href.replace(/\/+$/, '')}/docs/errors#${code}` : PACKAGE_PAGE
}
