import { html, nothing, type TemplateResult } from 'lit'
import type { Text } from '../text/text.ts'
import { icon } from './icons.ts'
import { factsTemplate } from './message.ts'
import { nobodyTemplate } from './nobody.ts'
import { primaryTemplate } from './primary.ts'
import type { View } from './view.ts'

/** The checkout's own layout before anything is known, so that nothing moves when it is. Null before there are words to say. */
export function skeletonTemplate(view: View | null, isReturn = false): TemplateResult {
  const text = view?.text
  if (isReturn) return meterSkeleton(view)
  return html`
    <div class="who">
      <span class="logo bone"></span>
      <div class="names"><p class="merchant">${bone('Merchant name')}</p>
      <p class="product">${bone('The product')}</p></div>
    </div>
    ${rateBones()}
    <div class="duration" aria-hidden="true">
      <div class="legend">${text?.maximumDuration ?? bone('Maximum duration')}</div>
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
      ${stepBones(text)} ${emailBone(text)}
      ${nobodyTemplate(text?.walletHint ?? bone('Use the wallet you have'))}
      ${view ? primaryTemplate(view) : html`<span class="primary bone"></span>`}
      <div class="message">${text ? factsTemplate(text) : factBones()}</div>
    </div>
    <div class="foot">${bone('Details')}</div>
    ${text ? announcementTemplate(text) : nothing}
  `
}

/** Of the meter, where somebody comes back to one. */
function meterSkeleton(view: View | null): TemplateResult {
  const text = view?.text
  return html`
    <div class="who">
      <span class="logo bone"></span>
      <div class="names"><p class="merchant">${bone('Merchant name')}</p>
      <p class="product">${bone('The product')}</p></div>
    </div>
    ${rateBones()}
    <section class="hero">
      <h3 class="caption">${text?.spent ?? bone('Spent so far')}</h3>
      <p class="figure large">${bone('$0.0000')}</p>
      <p class="note">${bone('of $0.0000 at most')}</p>
    </section>
    <div class="action">
      ${view && isSlow(view) ? primaryTemplate(view) : html`<span class="primary bone"></span>`}
    </div>
    <div class="foot">${bone('Details')}</div>
    ${text ? announcementTemplate(text) : nothing}
  `
}

function isSlow({ state }: View): boolean {
  return state.phase === 'loading' && state.slow
}

function announcementTemplate(text: Text): TemplateResult {
  return html`<p class="visually-hidden" role="status">${text.loading}</p>`
}

/** Two lines where two are needed later. */
function rateBones(): TemplateResult {
  return html`<p class="rate"><span class="exact">${bone('$0.000277 per second')}</span><span class="human">${bone('≈ $1.00 per hour')}</span></p>`
}

function stepBones(text: Text | undefined): TemplateResult {
  const names = text
    ? [text.stepChoose, text.stepConnect, text.stepAuthorise]
    : ['Choose', 'Connect', 'Authorise']
  return html`<ol class="steps" aria-hidden="true">${names.map(
    name => html`<li><span class="step-name">${text ? name : bone(name)}</span></li>`,
  )}</ol>`
}

function emailBone(text: Text | undefined): TemplateResult {
  const label = text
    ? `${text.email} · ${text.emailWhy}`
    : bone('Email · For receipts. The chain never sees it.')
  return html`
    <div class="identity field">
      ${icon('mail')}
      <span class="labelled"><span class="label">${label}</span><span class="email" aria-hidden="true"></span></span>
    </div>
  `
}

function factBones(): TemplateResult {
  return html`<ul class="facts" aria-hidden="true"><li>${bone('No gas and')}</li><li>${bone('Stop any time and')}</li><li>${bone('Automatic refund and')}</li></ul>`
}

/** Words nobody sees or hears: they only give the bone its length. */
function bone(words: string): TemplateResult {
  return html`<span class="bone" aria-hidden="true"><span>${words}</span></span>`
}
