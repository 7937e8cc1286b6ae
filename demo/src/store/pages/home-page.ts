import { html } from 'hono/html'
import { type Html, layout } from '../../page/layout.ts'
import type { ShelfItem } from '../catalogue.ts'
import { readablePrice } from '../price.ts'
import { machineDrawing } from './machine-drawing.ts'

export function homePage(shelf: ShelfItem[]): Html {
  return layout({
    title: 'GPUs by the second',
    current: 'machines',
    styles: ['/styles/home.css'],
    scripts: ['/browser/home.js'],
    body: html`
      <section class="wide hero">
        <div class="hero-words">
          <h1>GPUs by the second.</h1>
          <p class="lead">
            Rent a warm machine in a cold hall. You pay for the seconds it runs, and what you set aside and did not use
            returns to your wallet the moment you stop.
          </p>
          <a class="button" href="#machines">See the machines</a>
        </div>
        ${shelf[0] ? meterCard(shelf[0]) : ''}
      </section>
      <section class="wide" id="machines" aria-labelledby="machines-title">
        <h2 id="machines-title">Machines</h2>
        ${shelf.length > 0 ? html`<ul class="shelf panel">${shelf.map(machineCard)}</ul>` : emptyShelf()}
      </section>
      ${howItWorks()} ${questions()}
    `,
  })
}

function meterCard({ sold }: ShelfItem): Html {
  return html`<aside class="meter panel" aria-label="Price example" data-rate="${sold.rate_usd_per_second}">
    <p class="meter-title"><span class="pulse" aria-hidden="true"></span>${sold.name}, since you came in</p>
    <p class="meter-amount" id="meter-amount">$0.000000</p>
    <p class="meter-sum"><span id="meter-seconds">0 seconds</span> × $${sold.rate_usd_per_second}</p>
    <p class="meter-note quiet">Stop now and this is the whole bill.</p>
  </aside>`
}

function machineCard({ sold, facts, note, pricedBy, drawing }: ShelfItem): Html {
  const titleId = `title-${sold.id}`
  return html`<li class="machine" aria-labelledby="${titleId}">
    ${machineDrawing(drawing)}
    <div class="machine-what">
      <h3 id="${titleId}">${sold.name}</h3>
      <p>${sold.description}</p>
      <ul class="facts">
        ${facts.map(fact => html`<li>${fact}</li>`)}
      </ul>
      <p class="quiet">${note}</p>
    </div>
    <div class="machine-price">
      <p class="price">${readablePrice(sold.rate_usd_per_second, pricedBy)} <span>per ${pricedBy}</span></p>
      <p class="quiet">$${sold.rate_usd_per_second} per second</p>
      <form method="post" action="/buy">
        <input type="hidden" name="product" value="${sold.id}" />
        ${
          sold.active
            ? html`<button class="button" type="submit" aria-label="Rent ${sold.name}">Rent</button>`
            : html`<button class="button" type="submit" disabled>Sold out</button>`
        }
      </form>
    </div>
  </li>`
}

function emptyShelf(): Html {
  return html`<p class="empty">The shelves are empty. Restart the demo and it fills them again.</p>`
}

function howItWorks(): Html {
  return html`<section class="wide" id="how" aria-labelledby="how-title">
    <h2 id="how-title">How billing works</h2>
    <ol class="steps">
      <li>
        <h3>You set the most it may cost</h3>
        <p>Pick how long the meter may run at most. Rate times time is the limit, to the last digit, and the merchant cannot charge more.</p>
      </li>
      <li>
        <h3>You sign once</h3>
        <p>One signature in your wallet sets that amount aside in escrow. No sign-up, no gas, and no standing permission to take more.</p>
      </li>
      <li>
        <h3>You stop, and the rest comes back</h3>
        <p>We are paid for the seconds used. Everything else returns to your wallet in the same step.</p>
      </li>
    </ol>
  </section>`
}

function questions(): Html {
  return html`<section class="wide questions" aria-labelledby="questions-title">
    <h2 id="questions-title">Good to know</h2>
    <details>
      <summary>What do I need?</summary>
      <p>A wallet. This demo brings one with test money, and your own works too.</p>
    </details>
    <details>
      <summary>What if I forget to stop?</summary>
      <p>The meter ends by itself at the limit you chose, and so does the machine.</p>
    </details>
    <details>
      <summary>Can a machine be paused?</summary>
      <p>Studio seats and sandboxes can. While paused, no second is counted.</p>
    </details>
  </section>`
}
