import '@per-second/authorise/define'
import type {} from '@per-second/authorise/react'

export function Checkout({ session }: { session: string }) {
  return (
    <billing-authorise
      session={session}
      base-url="https://billing.example"
      theme="dark"
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
      <billing-authorise session="cs_1" theme="sepia" />
      {/* @ts-expect-error the event has no amount */}
      <billing-authorise session="cs_1" onbilling-authorise-complete={event => event.amount} />
    </>
  )
}
