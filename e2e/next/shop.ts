/** A Next.js shop with the app router, as files: its page is a server's, its checkout a client's. */
export const SHOP_FILES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    private: true,
    dependencies: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
  }),
  'app/layout.jsx': `
export const metadata = { title: 'A shop' }
export default function Layout({ children }) {
  return <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>
}
`,
  'app/page.jsx': `
import { Checkout } from './checkout.jsx'
export default function Page() {
  return <main><h1>Your order</h1><Checkout session="cs_1" /></main>
}
`,
  'app/checkout.jsx': `
'use client'
import { BillingAuthorise } from '@per-second/authorise/react'
import { useEffect, useState } from 'react'

const APPEARANCES = [{ theme: 'night' }, { theme: 'flat' }]
const TEXTS = { connectWallet: 'Rent it' }

export function Checkout({ session }) {
  const [told, tell] = useState([])
  const [round, draw] = useState(0)
  const [isHydrated, hydrate] = useState(false)
  useEffect(() => hydrate(true), [])
  return (
    <>
      <button type="button" onClick={() => draw(1)}>Another look</button>
      <BillingAuthorise
        session={session}
        className="checkout"
        appearance={APPEARANCES[round]}
        texts={TEXTS}
        onReady={event => tell(before => [...before, event.type])}
        onChange={event => tell(before => [...before, 'round ' + round + ': $' + event.maxEscrowUsd])}
      >
        <p slot="terms">Terms apply.</p>
      </BillingAuthorise>
      {isHydrated && <output>{told.join(', ')}</output>}
    </>
  )
}
`,
}
