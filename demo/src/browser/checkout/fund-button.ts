/** The part of a wallet's provider that the page uses (EIP-1193). */
export type Eip1193Provider = { request(call: { method: string }): Promise<unknown> }

/** Lets the button in the element's slot `fund` send test money to every account that the page is connected to. */
export function startFundButton(button: HTMLButtonElement, wallets: (Eip1193Provider | undefined)[]): void {
  const amount = button.textContent.match(/\d+/)?.[0] ?? ''
  button.addEventListener('click', async () => {
    button.disabled = true
    button.textContent = 'Sending test AUSD…'
    try {
      const accounts = await Promise.all(wallets.map(wallet => wallet?.request({ method: 'eth_accounts' })))
      await Promise.all(accounts.flat().map(account => account && askFaucet(String(account), amount)))
      button.textContent = `${amount} test AUSD arrived`
    } catch (error) {
      button.textContent = error instanceof Error ? error.message : String(error)
    }
    button.disabled = false
  })
}

/** Asks the store's server for whole test AUSD, a decimal string. Throws an `Error` with a readable sentence. */
export async function askFaucet(address: string, amount: string): Promise<void> {
  const response = await fetch('/faucet', {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ address, amount }),
  }).catch(cause => {
    throw new Error('The store does not answer. Is the demo still running?', { cause })
  })
  if (!response.ok) throw new Error((await response.json()).error)
}
