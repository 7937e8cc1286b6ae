import { css, html, nothing, type TemplateResult } from 'lit'
import type { Text } from '../text/text.ts'
import { icon } from './icons.ts'
import { payerRowTemplate } from './identity-rows.ts'
import { factsTemplate } from './message.ts'
import { primaryTemplate } from './primary.ts'
import { sentencesTemplate } from './sentences.ts'
import type { View } from './view.ts'

/**
 * The layout before the session is known, so that nothing moves when it arrives: of the checkout, or of the meter of a returning
 * subscriber. Null before there are words to say.
 */
export function skeletonTemplate(view: View | null, isReturn = false): TemplateResult {
  const text = view?.text
  return html`
    <div class="who">
      <span class="logo bone"></span>
      <div class="names"><p class="merchant">${bone('Merchant name')}</p>
      <p class="product">${bone('The product')}</p></div>
    </div>
    ${rateBones()}
    ${isReturn ? nothing : durationBones(text)}
    <section class="hero">
      <h3 class="caption">${isReturn ? (text?.spent ?? bone('Spent so far')) : (text?.mostCharged ?? bone('The most you can be charged'))}</h3>
      <p class="figure large">${bone('$0.0000')}</p>
      <p class="note">${isReturn ? bone('of $0.0000 at most') : ((text && sentencesTemplate(text.payOnlyUsed)) ?? [bone('You pay only for the seconds you use.'), ' ', bone('The rest comes back.')])}</p>
    </section>
    <div class="action">
      ${isReturn ? nothing : payerBones(text)}
      ${view && !(isReturn && !isSlow(view)) ? primaryTemplate(view) : html`<span class="primary bone"></span>`}
      ${isReturn ? nothing : html`<div class="message">${text ? factsTemplate(text) : factBones()}</div>`}
    </div>
    <div class="foot">${bone('Details')}</div>
    ${text ? html`<p class="visually-hidden" role="status">${text.preparing}</p>` : nothing}
  `
}

function durationBones(text: Text | undefined): TemplateResult {
  return html`
    <div class="duration" aria-hidden="true">
      <div class="legend">${text?.maximumDuration ?? bone('Maximum duration')}</div>
      <div class="exactly"><span class="bone amount"></span><span class="bone unit"></span></div>
      <span class="bone presets"></span>
      <span class="bone slider"></span>
    </div>
  `
}

function payerBones(text: Text | undefined): TemplateResult {
  return html`${stepBones(text)} ${emailBone(text)}
    ${payerRowTemplate(text?.walletHint ?? bone('Pay from your wallet app'), text?.walletMeans ?? bone('In AUSD, digital US dollars'))}`
}

function isSlow({ state }: View): boolean {
  return state.phase === 'loading' && state.slow
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
  const label = text?.emailWhy ?? bone('Email for this order · never public')
  return html`
    <div class="identity field" part="known-email">
      ${icon('mail')}
      <span class="labelled"><span class="label">${label}</span><span class="email" aria-hidden="true"></span></span>
    </div>
  `
}

function factBones(): TemplateResult {
  return html`<ul class="facts" aria-hidden="true"><li>${icon('fee')}${bone('No network fee')}</li><li>${icon('stop')}${bone('Stop any time')}</li><li>${icon('refund')}${bone('Automatic refund')}</li></ul>`
}

/** Hidden words: they only give the bone its length. */
function bone(words: string): TemplateResult {
  return html`<span class="bone" aria-hidden="true"><span>${words}</span></span>`
}

/** Bones in the place of unknown words. The button has no accent, because the merchant's colour is not known yet. */
export const skeletonStyles = css`
  .bone {
    display: inline-block;
    background: var(--_sunken);
    border-radius: 6px;
    white-space: nowrap;
    user-select: none;
    animation: breathe 1.6s ease-in-out infinite alternate;
  }
  .bone > span {
    visibility: hidden;
  }
  .primary.bone {
    background: var(--_sunken);
  }
  .names .bone {
    clip-path: inset(2px 0 round 6px);
  }
  .foot .bone {
    display: block;
    width: 64px;
    height: 24px;
  }
  @keyframes breathe {
    to {
      opacity: 0.5;
    }
  }
`
