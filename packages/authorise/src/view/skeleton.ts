import { html, type TemplateResult } from 'lit'
import { icon } from './icons.ts'
import { primaryTemplate } from './primary.ts'
import type { View } from './view.ts'

/** The checkout's own layout before anything is known, so that nothing moves when it is. */
export function skeletonTemplate(view: View): TemplateResult {
  const { text } = view
  return html`
    <header class="who">
      <span class="logo bone"></span>
      <div class="names"><p class="merchant"><span class="bone">Merchant name</span></p>
      <p class="product"><span class="bone">The product</span></p></div>
    </header>
    <p class="rate"><span class="bone">$0.000000 per second</span></p>
    <div class="duration" aria-hidden="true">
      <div class="legend"><span class="bone">Maximum duration</span></div>
      <div class="exactly"><span class="bone amount"></span><span class="bone unit"></span></div>
      <span class="bone presets"></span>
      <span class="bone slider"></span>
    </div>
    <section class="hero">
      <h3 class="caption">${text.mostCharged}</h3>
      <p class="figure large"><span class="bone">$0.0000</span></p>
      <p class="note">${text.payOnlyUsed}</p>
    </section>
    <div class="action">
      <ol class="steps" aria-hidden="true"><li></li><li></li><li></li></ol>
      <div class="identity empty">${icon('wallet')}<span>${text.walletHint}</span></div>
      ${primaryTemplate(view)}
      <div class="message"><ul class="facts">${text.facts.map(fact => html`<li>${icon(fact.icon)}${fact.text}</li>`)}</ul></div>
    </div>
    <footer class="foot"><span class="bone">Details</span></footer>
    <p class="visually-hidden" role="status">${text.loading}</p>
  `
}
