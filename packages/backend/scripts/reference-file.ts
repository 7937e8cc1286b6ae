import type { OpenApiDocument } from '../src/openapi/document-types.ts'

/** What stands in the repository for the reference, which a running service makes from the same description. */
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

A running service shows it whole at \`/docs/reference\`: every operation with its fields, its errors, a call to copy and an answer. The same as an
OpenAPI 3.1 document is at \`/openapi.json\`. What all operations have in common: [using the API](api.md).

${groups.join('\n')}`
}
