import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import '@per-second/authorise/define'

@Component({
  selector: 'gpu-shop',
  // Angular knows the tag by this. It does not report a wrong attribute.
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <h1>{{ title() }}</h1>
    @if (billingUrl()) {
      <billing-authorise [attr.session]="session()" [attr.base-url]="billingUrl()" />
    }
  `,
})
class GpuShop {
  readonly session = signal(new URLSearchParams(location.search).get('session'))
  readonly billingUrl = signal('')
  readonly title = signal('')

  async ngOnInit() {
    const back = this.session()
    const answer = await (back === null ? fetch('/checkout', { method: 'POST' }) : fetch(`/checkout/${back}`))
    const { isComplete, session, billingUrl } = await answer.json()
    this.session.set(back ?? session)
    this.title.set(back === null ? 'Rent a GPU' : isComplete ? 'Your GPU is ready' : 'Not authorised.')
    this.billingUrl.set(billingUrl)
    // A wallet for a first try, from a local service. Remove it where money is real.
    const wallet = document.createElement('script')
    wallet.src = `${billingUrl}/_local/test-wallet.js`
    document.body.append(wallet)
  }
}

bootstrapApplication(GpuShop)
