import type { Subscription } from '@per-second/client'
import { html, render } from 'lit'
import { durationText } from '../../store/time-text.ts'
import { sixDecimals } from '../money-text.ts'

/** Asks once before a meter is ended for good; resolves with the answer. */
export function confirmCancel(meter: Subscription): Promise<boolean> {
  const dialog = document.createElement('dialog')
  dialog.className = 'question'
  dialog.setAttribute('aria-labelledby', 'question-title')
  const answer = new Promise<boolean>(resolve => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
  })
  const body = html`<h2 id="question-title">Cancel this meter?</h2>
    <p>
      It stops for good at about ${durationText(meter.elapsed_seconds)}. The $${sixDecimals(meter.accrued_usd)} used and not yet
      settled is charged, and the rest of the deposit returns to the customer.
    </p>
    <form class="actions" method="dialog">
      <button class="button plain" value="no">Keep it</button>
      <button class="button" value="yes">Yes, cancel it</button>
    </form>`
  render(body, dialog)
  document.body.append(dialog)
  dialog.showModal()
  return answer
}
