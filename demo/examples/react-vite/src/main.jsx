import { BillingAuthorise } from '@per-second/authorise/react'
import { use } from 'react'
import { createRoot } from 'react-dom/client'

const session = new URLSearchParams(location.search).get('session')
const json = (path, init) => fetch(path, init).then(answer => answer.json())
const asked = session ? json(`/checkout/${session}`) : json('/checkout', { method: 'POST' })

// A wallet for a first try, from a local service. Remove it where money is real.
asked.then(({ billingUrl }) => {
  const wallet = document.createElement('script')
  wallet.src = `${billingUrl}/_local/test-wallet.js`
  document.body.append(wallet)
})

function Shop() {
  const answer = use(asked)
  if (session && !answer.isComplete) return <p>Not authorised.</p>
  return (
    <main>
      <h1>{session ? 'Your GPU is ready' : 'Rent a GPU'}</h1>
      <BillingAuthorise session={session ?? answer.session} baseUrl={answer.billingUrl} />
    </main>
  )
}

createRoot(document.getElementById('root')).render(<Shop />)
