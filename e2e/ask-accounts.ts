import type { Address } from '@per-second/protocol/types'

/**
 * The accounts that the dev wallet shares with the page, requested without a prompt. Runs in the page, so it brings
 * along all it uses.
 */
export function askAccounts(): Promise<Address[]> {
  type Announced = CustomEvent<{
    info: { name: string }
    provider: { request(call: object): Promise<Address[]> }
  }>
  return new Promise((resolve, reject) => {
    addEventListener('eip6963:announceProvider', event => {
      const { info, provider } = (event as Announced).detail
      if (info.name === 'Dev wallet') provider.request({ method: 'eth_accounts' }).then(resolve, reject)
    })
    dispatchEvent(new Event('eip6963:requestProvider'))
  })
}
