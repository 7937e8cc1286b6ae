import { API_VERSION } from '@per-second/protocol/types'
import { TITLE } from '../openapi/texts.ts'
import { type ErrorMeaning, type ErrorSource, type ExplainedError, errorGuide } from './error-guide.ts'
import { OTHER_ERRORS } from './generated/other-errors.ts'
import { breakableCode, type Html, html, prose } from './html.ts'
import { renderPage } from './render-page.ts'

const SOURCES: Record<ErrorSource, string> = {
  api: 'The API',
  element: 'The element',
  client: 'The client',
}

/** Every error code on one page, each under its own name as an anchor, with cause and cure. */
export function renderErrors(): string {
  const errors = errorGuide(OTHER_ERRORS)
  return renderPage({
    title: `${TITLE} errors`,
    version: API_VERSION,
    find: 'Find a code',
    contents: html`<p class="group">Codes</p>
<ul>${errors.map(({ code }) => html`<li><a href="#${anchor(code)}">${breakableCode(code)}</a></li>`)}</ul>`,
    content: html`<section class="intro"><h1>Every error code</h1>
<p>${prose('Who gives it, why, and what to do. Every message of the API ends with the address of its code here. In JavaScript the client gives it as `error.docUrl`, and the element tells its codes in `billing-authorise-error`.')}</p></section>
${errors.map(renderError)}`,
  })
}

function renderError({ code, meanings }: ExplainedError): Html {
  return html`<section class="tag" id="${anchor(code)}"><h2><a href="#${anchor(code)}">${breakableCode(code)}</a></h2>
<dl class="fields">${meanings.map(renderMeaning)}</dl></section>`
}

function renderMeaning({ source, status, type, cause, cure }: ErrorMeaning): Html {
  const answered = status === undefined ? null : html` <span class="type">${status} ${type ?? ''}</span>`
  return html`<div class="field"><dt><span class="name">${SOURCES[source]}</span>${answered}</dt>
<dd><p>${prose(cause)}</p><p><strong>What to do:</strong> ${prose(cure)}</p></dd></div>`
}

/** `http_…` stands for a status. */
function anchor(code: string): string {
  return code.replace('…', '')
}
