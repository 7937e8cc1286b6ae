import { usdFromBaseUnits } from '@per-second/protocol/money'
import { html, nothing, type TemplateResult } from 'lit'
import { formatClock, formatDuration } from '../format/format-duration.ts'
import { formatMoney } from '../format/format-money.ts'
import { decimalsOfRate } from '../format/format-rate.ts'
import { formatTime } from '../format/format-time.ts'
import { depositOf, recordOf } from '../machine/signature-lock.ts'
import type { StateIn } from '../machine/state.ts'
import { type LiveMeter, liveMeter } from '../meter/live-meter.ts'
import type { MeterReading } from '../meter/meter-status.ts'
import { endOf, extendTemplate, maximumText, statusTemplate } from './carry-on.ts'
import { figureSize, figureTemplate } from './figure.ts'
import { infoTemplate } from './info-line.ts'
import { icon } from './later-icons.ts'
import { problemTemplate } from './message.ts'
import { controlTemplate } from './meter-control.ts'
import { sentencesTemplate } from './sentences.ts'
import type { View } from './view.ts'

/** Two readings that were not answered. */
const LAST_KNOWN_AFTER_MS = 30_000

/** The meter while it can still count: spent and maximum amounts, times, and controls. */
export function meterTemplate(view: View, state: StateIn<'complete'>, reading: MeterReading): TemplateResult {
  const { text } = view
  const live = liveMeter(reading, view.now)
  const money = moneyOf(view, reading)
  const spent = money(live.spentUsd)
  const canPause =
    reading.subscription.allow_pause && (live.status === 'running' || live.status === 'past_due')
  return html`
    <section class="meter" part="meter">
      <div class="caption-row">
        <h3 class="caption">${text.spent}</h3>
        ${statusTemplate(view, live)}
      </div>
      <p class="figure ${figureSize(spent)}" part="spent" role="timer" aria-label=${`${text.spent} ${spent}`}>${figureTemplate(spent)}</p>
      <p class="note">${sentencesTemplate(maximumText(view, { ...state, reading }, live))}</p>
      <progress class="bar" part="bar" max="1" value=${live.share} aria-label=${text.spent}></progress>
      <dl class="times">
        <div><dt>${text.timeUsed}</dt><dd>${formatClock(live.elapsedSeconds, text)}</dd></div>
        <div><dt>${text.timeLeft}</dt><dd>${formatClock(live.remainingSeconds, text)}</dd></div>
        ${endTemplate(view, reading, live)}
      </dl>
      ${
        state.control === 'confirming_stop'
          ? confirmTemplate(view, live)
          : state.checkout.customer === null
            ? nothing
            : html`<div class="controls">${pauseTemplate(view, state, { live, canPause })}${extendTemplate(view, state, live)}${stopTemplate(view, state)}</div>`
      }
      ${messageBelow(view, state, live)}
    </section>
  `
}

/** While the meter counts, its end is known. */
function endTemplate(
  { text }: View,
  reading: MeterReading,
  live: LiveMeter,
): TemplateResult | typeof nothing {
  if (live.status !== 'running' && live.status !== 'past_due') return nothing
  if (reading.subscription.paused_at !== null) return nothing
  return html`<div><dt>${text.carryOn.endsAt}</dt><dd>${formatTime(endOf(reading), text.locale)}</dd></div>`
}

/** At the foot of the card: this browser has the record of the signature, and every figure was compared with it. */
export function matchesTemplate({ text, state }: View): TemplateResult | typeof nothing {
  if (state.phase !== 'complete' || !state.reading || !recordOf(state.checkout)) return nothing
  return html`<p class="quiet matches" part="matches">${icon('check')}${text.matchesSigned}</p>`
}

/** One button for both: it keeps the focus while it becomes the other. */
function pauseTemplate(
  { text, send }: View,
  { control }: StateIn<'complete'>,
  { live, canPause }: { live: LiveMeter; canPause: boolean },
): TemplateResult | typeof nothing {
  if (live.status === 'paused') {
    const label = control === 'resuming' ? text.resuming : text.resume
    return controlTemplate(control, { label, press: () => send({ type: 'resume_pressed' }) })
  }
  if (!canPause) return nothing
  const label = control === 'pausing' ? text.pausing : text.pause
  return controlTemplate(control, { label, press: () => send({ type: 'pause_pressed' }) })
}

function stopTemplate({ text, send }: View, { control }: StateIn<'complete'>): TemplateResult {
  const label = control === 'stopping' ? text.stopping : text.stop
  return controlTemplate(control, { label, name: 'stop', press: () => send({ type: 'stop_pressed' }) })
}

/** Asked once, with the charge and the refund. */
function confirmTemplate({ text, send }: View, live: LiveMeter): TemplateResult {
  const money = (usd: string) => formatMoney(usd, text)
  const dismiss = () => send({ type: 'stop_dismissed' })
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // It is this question that is left, not a dialog of the page around it.
    event.preventDefault()
    event.stopPropagation()
    dismiss()
  }
  return html`
    <div
      class="confirm"
      part="confirm"
      role="group"
      aria-labelledby="stop-title"
      aria-describedby="stop-text"
      @keydown=${leave}
    >
      <p><strong id="stop-title">${text.stopTitle}</strong></p>
      <p id="stop-text">${text.stopText(money(live.spentUsd), money(live.returnsUsd))}</p>
      <div class="controls">
        <button type="button" class="secondary keep" part="button" @click=${dismiss}>
          ${text.keepRunning}
        </button>
        <button
          type="button"
          class="secondary danger"
          part="button"
          @click=${() => send({ type: 'stop_confirmed' })}
        >
          ${text.stopNow}
        </button>
      </div>
    </div>
  `
}

function messageBelow(
  view: View,
  state: StateIn<'complete'>,
  live: LiveMeter,
): TemplateResult | typeof nothing {
  const { text } = view
  const { session } = state.checkout
  if (state.problem) return problemTemplate(view.describe(state.problem))
  const isSlow = state.slow && !recordOf(state.checkout)
  // Beside a way out, the card does not say that there is nothing to do.
  if (isSlow && view.exitHref === null) return infoTemplate('clock', text.slowService)
  const age = state.reading ? view.now - state.reading.readAt : 0
  if (isSlow || age > LAST_KNOWN_AFTER_MS) return infoTemplate('clock', text.problems.unreachable)
  if (live.status === 'waiting') return infoTemplate('info', text.waitingForMerchant(session.merchant.name))
  if (live.status === 'paused') return infoTemplate('info', text.pausedText)
  return live.status === 'past_due' ? infoTemplate('info', text.pastDueText) : nothing
}

/** A complete session without its meter: the signed maximum if it is known, and the way to see more. */
export function authorisedTemplate({ text }: View, state: StateIn<'complete'>): TemplateResult {
  const { session } = state.checkout
  const signed = recordOf(state.checkout)?.terms
  const usd = signed ? usdFromBaseUnits(depositOf(signed)) : session.max_escrow_usd
  const maximum = formatMoney(usd ?? '0', text)
  const length = formatDuration(signed?.max_seconds ?? session.max_duration_seconds ?? 0, text)
  return html`
    <section class="outcome" part="authorised">
      <span class="seal">${icon('check')}</span>
      <h3>${text.authorisedTitle}</h3>
      <p class="note">${text.sliderValue(length, maximum)}</p>
    </section>
  `
}

/** A ticking amount keeps its width: as many decimals as the rate has. A fixed amount has only the digits it needs. */
function moneyOf({ text }: View, { subscription }: MeterReading): (usd: string) => string {
  const minimumDecimals = decimalsOfRate(subscription.rate_usd_per_second)
  return usd => formatMoney(usd, { locale: text.locale, minimumDecimals })
}
