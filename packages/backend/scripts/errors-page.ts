import type { ErrorSource, ExplainedError } from '../src/reference/error-guide.ts'

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
      return `- **${where}**: ${cause} _${cure}_`
    })
    return `### ${code}\n\n${told.join('\n')}\n`
  })
  return `# Every error code

What gives it, why, and _what to do_. A running service has this page at \`/docs/errors\`, and each of its messages ends with the address of
its code there. Written by \`npm run generate -w @per-second/backend\` from \`packages/backend/src/openapi/error-texts.ts\` and the READMEs of
the [element](../packages/authorise/README.md) and the [client](../packages/client/README.md).

${sections.join('\n')}`
}
