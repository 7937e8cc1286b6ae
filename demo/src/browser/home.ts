import { exactCost } from '@per-second/protocol/money'
import { sixDecimals } from '../page/money-text.ts'

/** Counts the cost of a machine since the page opened. */
const card = document.querySelector<HTMLElement>('.meter')
const rate = card?.dataset.rate ?? '0'
const amount = card?.querySelector('#meter-amount')
const seconds = card?.querySelector('#meter-seconds')
const start = performance.now()
setInterval(() => {
  const elapsed = Math.floor((performance.now() - start) / 1000)
  if (amount) amount.textContent = `$${sixDecimals(exactCost(rate, elapsed))}`
  if (seconds) seconds.textContent = elapsed === 1 ? '1 second' : `${elapsed} seconds`
}, 1000)
