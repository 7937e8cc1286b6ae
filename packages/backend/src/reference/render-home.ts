import { TITLE } from '../openapi/texts.ts'
import { html } from './html.ts'

/**
 * The page at the service's own address: a browser goes on to the documentation at once, and any other client reads its
 * address.
 */
export function renderHome(): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${TITLE}</title>
<meta http-equiv="refresh" content="0; url=docs">
</head>
<body>
<p><a href="docs">The documentation</a>, <a href="docs/reference">the API</a>, <a href="docs/errors">every error code</a>, <a href="openapi.json">the API as OpenAPI</a></p>
</body>
</html>
`.text
}
