import type { OpenApiDocument } from '../src/openapi/document-types.ts'

/** The repository's file in place of the reference, which a running service makes from the same description. */
export function referenceFile(document: OpenApiDocument): string {
  const groups = document.tags.map(({ name, description }) => {
    const rows = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, { summary }]) => `- \`${method.toUpperCase()} ${path}\`: ${summary}`),
    )
    return `## ${name}\n\n${description}\n\n${rows.join('\n')}\n`
  })
  return `# API reference

<!-- Written by npm run generate -w @per-second/backend, from the schemas that check requests. -->

This page lists every operation. A running service shows each with its fields, errors, a curl call and a response at \`/docs/reference\`, and has
the OpenAPI 3.1 document at \`/openapi.json\`. Conventions of all operations: [using the API](api.md).

${groups.join('\n')}`
}
