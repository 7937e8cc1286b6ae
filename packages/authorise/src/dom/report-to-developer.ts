import { isOfThePage, type Problem } from '../machine/problem.ts'

/** Where each code is explained, in the package that the developer has installed. */
const PAGE = 'node_modules/@per-second/authorise/README.md#when-something-is-wrong'

/**
 * One English line in the console about what the page, its configuration or the service is at fault for: which code, about which
 * attribute or field, where the service was looked for, and why. Whatever is a person's, a wallet's or the network's stays out of it.
 */
export function reportToDeveloper(
  problem: Problem,
  { sessionId, baseUrl }: { sessionId: string | null; baseUrl: string },
): void {
  if (!isOfThePage(problem)) return
  const about = problem.field === undefined ? '' : ` (${problem.field})`
  // A secret key would stay in logs that consoles are sent to.
  const session = sessionId?.startsWith('sk_') ? 'a secret key' : (sessionId ?? 'none')
  const reason = problem.cause instanceof Error ? `: ${problem.cause.message}` : ''
  // biome-ignore lint/suspicious/noConsole: a developer looks there, and a person is told on the card.
  console.error(
    `<billing-authorise> ${problem.code}${about}${reason} session=${session} base-url=${baseUrl}. See ${PAGE}`,
    problem.cause ?? '',
  )
}
