import type { OrderState } from '../../store/order-state.ts'

export type OrderSource = {
  /** Asks the store, which asks the billing service. Rejects when either does not answer. */
  ask(): Promise<OrderState>
  /** How long to wait between two answers. */
  everyMs: number
}

/** After these nothing comes any more. */
const FINAL: readonly (string | undefined)[] = ['off', 'expired'] satisfies OrderState[]

/**
 * Shows the text of what became of the order, of those the page brought along, until it is over. A store that does not answer
 * leaves what is shown. A page nobody sees asks nothing, and asks at once when it is seen again.
 */
export function followOrder(order: HTMLElement, { ask, everyMs }: OrderSource): void {
  const texts = [...order.querySelectorAll<HTMLElement>('[data-state]')]
  const shown = () => texts.find(text => !text.hidden)?.dataset.state
  let timer: ReturnType<typeof setTimeout> | undefined

  async function look(): Promise<void> {
    const state = await ask().catch(() => shown())
    // Only what changes is touched: it is a live region, and would be read again.
    if (state !== shown()) for (const text of texts) text.hidden = text.dataset.state !== state
    wait()
  }

  function wait(): void {
    clearTimeout(timer)
    if (FINAL.includes(shown())) return
    timer = setTimeout(() => (document.hidden ? wait() : look()), everyMs)
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden || FINAL.includes(shown())) return
    clearTimeout(timer)
    void look()
  })
  wait()
}
