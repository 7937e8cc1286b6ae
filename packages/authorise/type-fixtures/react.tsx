import { BillingAuthorise } from '@per-second/authorise/react'
import { useRef } from 'react'

export function Checkout({ session }: { session: string }) {
  const element = useRef<HTMLElementTagNameMap['billing-authorise']>(null)
  return (
    <BillingAuthorise
      ref={element}
      session={session}
      baseUrl="https://billing.example"
      theme="dark"
      chainId={143}
      maxFee={100}
      appearance={{ theme: 'night' }}
      className="checkout"
      data-testid="checkout"
      onChange={event => event.maxEscrowUsd.padStart(3)}
      onSignedIn={event => event.customer.toUpperCase()}
      onComplete={event => {
        event.preventDefault()
        element.current?.focus()
        return event.session.id.toUpperCase()
      }}
      extendUrl="https://shop.example/extend"
      replaces="cs_old"
      onExtend={event => event.subscription.id.toUpperCase()}
      onError={event => event.code.toUpperCase()}
      onClick={event => event.currentTarget.phase}
    >
      <p slot="fund">Buy some</p>
    </BillingAuthorise>
  )
}

export function Tag({ session }: { session: string }) {
  return (
    <billing-authorise
      session={session}
      base-url="https://billing.example"
      theme="dark"
      max-fee={100}
      wallet-connect-project-id="project"
      appearance={{ theme: 'night' }}
      className="checkout"
      onbilling-authorise-complete={event => event.session.id.toUpperCase()}
      onbilling-authorise-change={event => event.maxEscrowUsd.padStart(3)}
    />
  )
}

export function Wrong() {
  return (
    <>
      {/* @ts-expect-error no such theme */}
      <BillingAuthorise session="cs_1" theme="sepia" />
      {/* @ts-expect-error the event has no amount */}
      <BillingAuthorise session="cs_1" onComplete={event => event.amount} />
      {/* @ts-expect-error no such event */}
      <BillingAuthorise session="cs_1" onPaid={() => undefined} />
      {/* @ts-expect-error no such theme */}
      <billing-authorise session="cs_1" theme="sepia" />
      {/* @ts-expect-error the event has no amount */}
      <billing-authorise session="cs_1" onbilling-authorise-complete={event => event.amount} />
    </>
  )
}
