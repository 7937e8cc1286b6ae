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
      return `- **${where}**: ${cause} **What to do:** ${cure}`
    })
    return `## ${code}\n\n${told.join('\n')}\n`
  })
  return `# Every error code

<!-- Written by npm run generate -w @per-second/backend, from packages/backend/src/openapi/error-texts.ts and the READMEs of element and client. -->

Who gives it, why, and what to do. A running service has this page at \`/docs/errors\`, and every message of the API ends with the address of
its code there. In JavaScript the [client](../packages/client/README.md#errors) gives it as \`error.docUrl\`, and the
[element](../packages/authorise/README.md#events) tells its codes in \`billing-authorise-error\`.

${sections.join('\n')}`
}
