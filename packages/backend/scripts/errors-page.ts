import type { ErrorSource, ExplainedError } from './error-guide.ts'

const SOURCES: Record<ErrorSource, string> = {
  api: 'API',
  element: '`<billing-authorise>`',
  client: '`@per-second/client`',
}

/** The codes as a page of Markdown, one heading each, whose anchor is the code. */
export function errorsPage(errors: readonly ExplainedError[]): string {
  const sections = errors.map(({ code, meanings }) => {
    const told = meanings.map(({ source, status, type, cause, cure }) => {
      const where = status === undefined ? SOURCES[source] : `${SOURCES[source]}, ${status} \`${type}\``
      return `- **${where}**: ${cause} **Fix:** ${cure}`
    })
    return `## ${code}\n\n${told.join('\n')}\n`
  })
  return `# Every error code

<!-- Written by npm run generate -w @per-second/backend, from packages/backend/src/openapi/error-texts.ts and packages/backend/scripts/other-error-texts.ts. -->

Each code with its sender, its cause and its fix. A running service has this page at \`/docs/errors\`, and every message of the API ends with the
link to its code. The [client](../packages/client/README.md#errors) has the link in \`error.docUrl\`. The
[element](../packages/authorise/README.md#events) reports its codes in \`billing-authorise-error\`. Codes of the test kit are in
[its README](../packages/testing/README.md#errors).

${sections.join('\n')}`
}
