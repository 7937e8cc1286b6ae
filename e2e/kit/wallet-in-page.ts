/** The response of the page's one announced wallet. Runs in the page, so it brings along all it uses. */
export function walletInPage(call: object): Promise<unknown> {
  type Announced = CustomEvent<{ provider: { request(call: object): Promise<unknown> } }>
  return new Promise((resolve, reject) => {
    addEventListener(
      'eip6963:announceProvider',
      event => (event as Announced).detail.provider.request(call).then(resolve, reject),
      { once: true },
    )
    dispatchEvent(new Event('eip6963:requestProvider'))
  })
}
