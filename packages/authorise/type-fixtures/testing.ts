import '@per-second/authorise/define'
import { showPhase } from '@per-second/authorise/testing'

const element = document.body.appendChild(document.createElement('billing-authorise'))
const checkout = await showPhase(element, 'reviewing', { rate: '0.000277', name: 'A seat' })

checkout.wallet.controls.answer('typed_data', 'reject')
element.addEventListener('billing-authorise-error', event => {
  if (event.code !== 'user_rejected') throw new Error(`told ${event.code}`)
  checkout.stop()
})
