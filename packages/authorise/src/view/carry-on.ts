import { dueInBaseUnits, rateInTermsUnits, roundDecimal, usdFromBaseUnits } from '@per-second/protocol/money'
import type { UnixSeconds } from '@per-second/protocol/time'
import { html, nothing, type TemplateResult } from 'lit'
import { extendHref } from '../dom/extend-href.ts'
import { returnUrl } from '../dom/return-url.ts'
import { formatDuration } from '../format/format-duration.ts'
import { formatMoney } from '../format/format-money.ts'
import { formatTime } from '../format/format-time.ts'
import type { Checkout, StateIn } from '../machine/state.ts'
import { type LiveMeter, liveMeter } from '../meter/live-meter.ts'
import { isOver, type MeterReading } from '../meter/meter-status.ts'
import type { ProblemText } from '../text/text.ts'
import { figureTemplate } from './figure.ts'
import { infoTemplate } from './info-line.ts'
import { icon } from './later-icons.ts'
import { problemTemplate } from './message.ts'
import { controlTemplate } from './meter-control.ts'
import type { View } from './view.ts'

/** How long before its end a meter says so. */
const NEAR_END_SECONDS = 300

/** Near the end the status counts whole minutes, so that a screen reader says it five times. */
export function statusTemplate({ text }: View, live: LiveMeter): TemplateResult {
  if (!isNearEnd(live))
    return html`<span class="status ${live.status}" part="meter-status"
      ><span class="dot" aria-hidden="true"></span>${text.meterStatus[live.status]}</span
    >`
  const left = formatDuration(Math.ceil(live.remainingSeconds / 60) * 60, text)
  return html`<span class="status ending" part="meter-status">${icon('clock')}${text.carryOn.endsIn(left)}</span>`
}

/** The line under the figure: the refund of a stop now, or near the end that the meter stops by itself. */
export function maximumText(
  { text }: View,
  { checkout, reading }: StateIn<'complete'> & { reading: MeterReading },
  live: LiveMeter,
): string {
  const maximum = formatMoney(live.maximumUsd, text)
  if (isNearEnd(live)) return text.carryOn.stopsAt(maximum, formatTime(endOf(reading), text.locale))
  const canStop = checkout.customer !== null && live.remainingSeconds > 0
  const stops = canStop ? ` ${text.stopBrings(formatMoney(roughly(live.returnsUsd), text))}` : ''
  return `${text.ofMaximum(maximum)}${stops}`
}

/** On a page with a way to extend a meter. Near the end it is the one filled button. */
export function extendTemplate(
  view: View,
  { checkout, control }: StateIn<'complete'>,
  live: LiveMeter,
): TemplateResult | typeof nothing {
  const counts = live.status === 'running' || live.status === 'paused'
  if (!counts || extendHref(view.extendUrl, checkout.session.id) === null) return nothing
  const name = `extend ${isNearEnd(live) ? 'filled' : ''}`
  return controlTemplate(control, { label: view.text.carryOn.extend, name, press: view.extend })
}

/** The first screen of a checkout that carries on a meter: the same control, in words for it. */
export function carryingView(view: View): View {
  if (!view.carried) return view
  const { longer: maximumDuration, mostCharged } = view.text.carryOn
  return { ...view, text: { ...view.text, maximumDuration, mostCharged } }
}

/** The old meter at a glance, above the choice of how much longer. */
export function glanceTemplate(view: View): TemplateResult | typeof nothing {
  const reading = view.carried?.meter?.reading
  if (!reading || isOver(reading.subscription)) return nothing
  const live = liveMeter(reading, view.now)
  return html`<div class="glance" part="carried">
    <span class="caption">${view.text.spent}</span>
    <strong>${figureTemplate(formatMoney(live.spentUsd, view.text))}</strong>
    ${statusTemplate(view, live)}
  </div>`
}

/** Below the new maximum: the old meter's refund if it stopped now, and its end beside the new one. */
export function carriedPartsTemplate(view: View, { duration }: Checkout): TemplateResult | typeof nothing {
  const reading = view.carried?.meter?.reading
  if (!reading || isOver(reading.subscription)) return nothing
  const { text, now } = view
  const live = liveMeter(reading, now)
  const words = text.carryOn
  const time = (seconds: number) => formatTime(seconds, text.locale)
  const oldEnd = time(endOf(reading))
  const deviceNow = reading.deviceTime + Math.floor((now - reading.readAt) / 1000)
  const ends =
    duration.seconds === null
      ? nothing
      : html`<div><dt>${words.endsAt}</dt><dd><s aria-hidden="true">${oldEnd}</s> ${time(deviceNow + duration.seconds)} <span class="visually-hidden">${words.insteadOf(oldEnd)}</span></dd></div>`
  return html`<dl class="parts">
    <div class="kept"><dt>${words.comesBack}</dt><dd>${words.about(formatMoney(roughly(live.returnsUsd), text))}</dd></div>
    ${ends}
  </dl>`
}

/** Below the button, in the place of the facts: the future of the old meter, or its end. */
export function carryingText(view: View): TemplateResult | null {
  const { carried, text } = view
  if (!carried) return null
  if (carried.lie) return problemTemplate(lieText(view, carried.lie))
  const subscription = carried.meter?.reading.subscription
  if (carried.isUnknown || (subscription && isOver(subscription)))
    return problemTemplate(view.describe({ code: 'subscription_invalid_state', field: 'replaces' }))
  return infoTemplate('info', text.carryOn.seamless, { id: 'message' })
}

/** Beside a failure: its meaning for the old meter. A signature that is out may still start the new one. */
export function failedTemplate(view: View, { lock }: Checkout): TemplateResult | typeof nothing {
  const { carried, text } = view
  if (!carried) return nothing
  if (carried.lie) {
    const { title, advice } = lieText(view, carried.lie)
    return infoTemplate('info', `${title} ${advice}`)
  }
  const reading = carried.meter?.reading
  if (lock?.signedAt || (reading && isOver(reading.subscription))) return nothing
  const { failed, notStarted } = text.carryOn
  return infoTemplate('info', reading ? failed(formatTime(endOf(reading), text.locale)) : notStarted)
}

/** Once the new meter counts: the old meter, with a link to its receipt. */
export function carriedOnTemplate(
  view: View,
  { reading }: StateIn<'complete'>,
): TemplateResult | typeof nothing {
  const { carried, text } = view
  if (!carried) return nothing
  if (carried.lie) return problemTemplate(lieText(view, carried.lie))
  const { meter } = carried
  if (!meter || !reading || !isOver(meter.reading.subscription)) return nothing
  const { rate_usd_per_second: rate, elapsed_seconds: elapsed } = meter.reading.subscription
  const spent = usdFromBaseUnits(dueInBaseUnits(rateInTermsUnits(rate), elapsed))
  const words = text.carryOn.done(formatDuration(elapsed, text), formatMoney(spent, text))
  const href = returnUrl(meter.session.success_url, meter.session.id)
  return html`<p class="note" part="carried">${href ? html`<a href=${href}>${words}</a>` : words}</p>`
}

function lieText(view: View, field: string): ProblemText {
  return view.describe({ code: 'refused_meter', field })
}

function isNearEnd({ status, remainingSeconds }: LiveMeter): boolean {
  return status === 'running' && remainingSeconds > 0 && remainingSeconds <= NEAR_END_SECONDS
}

/** When the meter ends, by the device's clock: the same until the next reading. */
export function endOf({ subscription, deviceTime }: MeterReading): UnixSeconds {
  return deviceTime + subscription.max_duration_seconds - subscription.elapsed_seconds
}

/** To the cent and rounded down, so that no more is promised. Less than a cent stays exact. */
function roughly(usd: string): string {
  const cents = roundDecimal(usd, 2, 'lower')
  return cents === '0.00' ? usd : cents
}
