import { html } from 'hono/html'
import { type Html, layout } from '../../page/layout.ts'
import { PLAYGROUND_OPTIONS, type PlaygroundOption } from '../../playground/playground-options.ts'

/** Every look and phase of the element by address. Its module sets the element up with the package's own testing kit. */
export function playgroundPage(chosen: Record<string, string>): Html {
  return layout({
    title: 'Playground',
    styles: ['/styles/playground.css'],
    scripts: ['/billing-authorise/billing-authorise.js', '/browser/playground.js'],
    body: html`<div class="wide playground">
      <div class="playground-side">
        <h1>Playground</h1>
        <p class="lead">
          The element as a shop gets it, with a billing service and a wallet that live on this page. The address says what you see.
        </p>
        <form id="options" method="get" action="/playground">
          ${PLAYGROUND_OPTIONS.map(option => choice(option, chosen[option.name] ?? ''))}
          <noscript><button class="button" type="submit">Show</button></noscript>
        </form>
        <h2 id="code-title">To paste</h2>
        <pre class="code" tabindex="0" aria-labelledby="code-title"><code id="code"></code></pre>
      </div>
      <section class="playground-stage" aria-label="The element">
        <div id="stage" class="width-${chosen.width}"></div>
        <p class="playground-status" id="status" role="status"></p>
      </section>
    </div>`,
  })
}

function choice({ name, label, values }: PlaygroundOption, chosen: string): Html {
  return html`<label class="quiet">
    <span>${label}</span>
    <select name="${name}">
      ${values.map(
        value =>
          html`<option value="${value}" ${value === chosen ? html`selected` : ''}>${value === '' ? 'not set' : value.replaceAll('_', ' ')}</option>`,
      )}
    </select>
  </label>`
}
