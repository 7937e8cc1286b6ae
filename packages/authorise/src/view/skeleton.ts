import { html, nothing, type TemplateResult } from 'lit'
import type { Text } from '../text/text.ts'
import { factsTemplate } from './message.ts'
import { nobodyTemplate } from './nobody.ts'
import { primaryTemplate } from './primary.ts'
import type { View } from './view.ts'

/** The checkout's own layout before anything is known, so that nothing moves when it is. Null before there are words to say. */
export function skeletonTemplate(view: View | null): TemplateResult {
  const text = view?.text
  return html`
    <header class="who">
      <span class="logo bone"></span>
      <div class="names"><p class="merchant">${bone('Merchant name')}</p>
      <p class="product">${bone('The product')}</p></div>
    </header>
    <p class="rate">${bone('$0.000000 per second')}</p>
    <div class="duration" aria-hidden="true">
      <div class="legend">${bone('Maximum duration')}</div>
      <div class="exactly"><span class="bone amount"></span><span class="bone unit"></span></div>
      <span class="bone presets"></span>
      <span class="bone slider"></span>
    </div>
    <section class="hero">
      <h3 class="caption">${text?.mostCharged ?? bone('The most you can be charged')}</h3>
      <p class="figure large">${bone('$0.0000')}</p>
      <p class="note">${text?.payOnlyUsed ?? bone('You pay only for the seconds you use.')}</p>
    </section>
    <div class="action">
      <ol class="steps" aria-hidden="true"><li></li><li></li><li></li></ol>
      ${nobodyTemplate(text?.walletHint ?? bone('Use the wallet you have'))}
      ${view ? primaryTemplate(view) : html`<span class="primary bone"></span>`}
      <div class="message">${text ? factsTemplate(text) : factBones()}</div>
    </div>
    <footer class="foot">${bone('Details')}</footer>
    ${text ? announcementTemplate(text) : nothing}
  `
}

function announcementTemplate(text: Text): TemplateResult {
  return html`<p class="visually-hidden" role="status">${text.loading}</p>`
}

function factBones(): TemplateResult {
  return html`<ul class="facts" aria-hidden="true"><li>${bone('No gas and')}</li><li>${bone('Stop any time and')}</li><li>${bone('Automatic refund and')}</li></ul>`
}

/** Words nobody sees or hears: they only give the bone its length. */
function bone(words: string): TemplateResult {
  return html`<span class="bone" aria-hidden="true"><span>${words}</span></span>`
}
