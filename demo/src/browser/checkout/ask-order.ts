import type { OrderState } from '../../store/order-state.ts'

/** What the store knows of the order with this checkout session. */
export async function askOrder(session: string): Promise<OrderState> {
  const response = await fetch(`/success/state?session=${encodeURIComponent(session)}`, {
    headers: { accept: 'application/json' },
  })
  if (!response.ok) throw new Error(`The store answered ${response.status}.`)
  return (await response.json()).state
}
