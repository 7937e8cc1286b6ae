import '@per-second/authorise/define'
import type {} from '@per-second/authorise/solid'

export function Checkout(props: { session: string }) {
  return (
    <billing-authorise
      session={props.session}
      base-url="https://billing.example"
      redirect="none"
      prop:appearance={{ labels: 'floating' }}
      on:billing-authorise-complete={event => event.session.id.toUpperCase()}
    />
  )
}

export function Wrong() {
  return (
    <>
      {/* @ts-expect-error no such theme */}
      <billing-authorise session="cs_1" theme="sepia" />
      {/* @ts-expect-error the event has no amount */}
      <billing-authorise session="cs_1" on:billing-authorise-complete={event => event.amount} />
    </>
  )
}
