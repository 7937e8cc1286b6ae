import '@per-second/authorise/define'
import type { BillingAuthorise } from '@per-second/authorise'

const element = document.createElement('billing-authorise')
const same: BillingAuthorise = element
same.appearance = {
  theme: 'night',
  variables: { colorPrimary: '#0a7' },
  rules: { '.Button:hover': { opacity: '0.9' } },
}
same.walletConnectProjectId = 'project'

document.querySelector('billing-authorise')?.addEventListener('billing-authorise-change', event => {
  const seconds: number = event.durationSeconds
  const amount: string = event.maxEscrowUsd
  // @ts-expect-error an amount is never a number
  const wrong: number = event.maxEscrowUsd
  return [seconds, amount, wrong]
})

// @ts-expect-error read-only
element.phase = 'complete'
// @ts-expect-error no such theme
element.theme = 'sepia'
