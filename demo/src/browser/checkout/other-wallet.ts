import { shortId } from '../../page/short-id.ts'
import { askFaucet } from './ask-faucet.ts'
import type { Eip1193Provider } from './fund-button.ts'

/** Lets a visitor with a wallet of their own fill it with test money. */
export function startOtherWallet(form: HTMLFormElement): void {
  const find = <T extends HTMLElement>(selector: string) => form.querySelector(selector) as T
  const input = find<HTMLInputElement>('input')
  const submit = find<HTMLButtonElement>('button[type=submit]')
  const status = find<HTMLElement>('[role=status]')
  const say = (text: string, kind: 'busy' | 'good' | 'bad') => {
    status.textContent = text
    status.dataset.kind = kind
  }

  form.addEventListener('submit', async event => {
    event.preventDefault()
    const wallet = input.value.trim()
    submit.disabled = true
    say('Sending test AUSD…', 'busy')
    try {
      await askFaucet(wallet, form.dataset.amount ?? '')
      say(`Test AUSD has arrived at ${shortId(wallet)}.`, 'good')
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), 'bad')
    }
    submit.disabled = false
  })

  const { ethereum } = window as { ethereum?: Eip1193Provider }
  const connect = find<HTMLButtonElement>('#connect-other')
  connect.hidden = ethereum === undefined
  connect.addEventListener('click', async () => {
    try {
      const accounts = await ethereum?.request({ method: 'eth_requestAccounts' })
      if (Array.isArray(accounts) && typeof accounts[0] === 'string') input.value = accounts[0]
    } catch {
      say('Your wallet did not give its address. Paste it instead.', 'bad')
    }
  })
}
