import { API_VERSION } from '@per-second/protocol/types'
import { codeSample } from './code-sample.ts'
import { breakableCode, type Html, html, prose } from './html.ts'
import { SHOP_SAMPLE } from './shop-sample.ts'

export type GuideSection = { id: string; title: string; body: Html }

/** What one must know to integrate, in the order one needs it. */
export function guideSections({ local }: { local: boolean }): GuideSection[] {
  return [
    { id: 'quickstart', title: 'Quickstart', body: quickstart({ local }) },
    { id: 'element', title: 'The element', body: element() },
    { id: 'authentication', title: 'Authentication', body: authentication() },
    { id: 'conventions', title: 'Conventions', body: conventions() },
    { id: 'paging', title: 'Paging', body: paging() },
    { id: 'idempotency', title: 'Idempotency', body: idempotency() },
    { id: 'errors', title: 'Errors', body: errors() },
    { id: 'webhooks', title: 'Webhooks', body: webhooks() },
    { id: 'retention', title: 'What is kept', body: retention() },
    ...(local ? [{ id: 'testing', title: 'Testing', body: testing() }] : []),
  ]
}

function quickstart({ local }: { local: boolean }): Html {
  const faucet = local ? html`<a href="#testing">the faucet</a>` : 'the faucet of a local backend'
  return html`<p>Sell a first second in four steps, from an empty folder. Copy the samples as they are.</p>
<h3>1. Start a backend of your own</h3>
<p>${prose('In a clone of this project’s repository, with Node.js 20 or later. It brings its own database and chain; there is nothing to sign up for. It runs until Ctrl-C, and finds everything again in `.data/backend`.')}</p>
${codeSample('shell, in the clone', 'npm ci\nnpm run build\nnpm run -s backend -- --port 4243 --json | tee backend.json')}
<p>${prose('Its one line says where it is and what opens it: `url`, `merchant.test_key` for your server, `admin_token` for the tools of tests.')}</p>
<h3>2. Give your project the client and the element</h3>
<p>${prose('In a second terminal. Both come from the clone as plain JavaScript: the client as a package without dependencies, the element as files to serve.')}</p>
${codeSample(
  'shell, in the clone',
  `mkdir ../shop
npm pack --workspace @per-second/client --pack-destination ../shop
cp -r packages/authorise/cdn ../shop/billing-authorise`,
)}
${codeSample(
  'shell, in the clone: what the samples on this page need',
  `export BILLING_URL=$(node -p 'JSON.parse(fs.readFileSync("backend.json")).url')
export BILLING_KEY=$(node -p 'JSON.parse(fs.readFileSync("backend.json")).merchant.test_key')
export ADMIN_TOKEN=$(node -p 'JSON.parse(fs.readFileSync("backend.json")).admin_token')
cd ../shop
npm init -y
npm install ./per-second-client-*.tgz`,
)}
<h3>3. Write the shop</h3>
<p>${prose('Your server creates a product once and a checkout session for each subscriber; your page shows `<billing-authorise>` with the session’s `id`; the success page asks what became of it. This is all of it:')}</p>
${codeSample('shop.mjs', SHOP_SAMPLE)}
<h3>4. Sell</h3>
${codeSample('shell, in your shop', 'node shop.mjs')}
<p>${prose('Open `http://localhost:4300` with any browser wallet. The element adds the local chain to it, so that you need no money but test AUSD, which ')}${faucet}${prose(' gives away. The subscriber connects, chooses how long at most, gives an e-mail address, and signs once, which signs them in too: no gas, no transaction, no unlimited approval. Without a wallet, `npm run demo` in the clone opens a store that brings one along.')}</p>
<p>${prose('The same over plain HTTP, in any language; put the ids you get in place of `prod_…` and the like:')}</p>
${codeSample(
  'curl',
  `curl "$BILLING_URL/v1/products" \\
  -H "Authorization: Bearer $BILLING_KEY" -H 'Content-Type: application/json' \\
  -d '{"name": "GPU hour, by the second", "rate_usd_per_second": "0.000277"}'

curl "$BILLING_URL/v1/checkout/sessions" \\
  -H "Authorization: Bearer $BILLING_KEY" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: order-4711' \\
  -d '{"product": "prod_…", "success_url": "https://shop.example/thanks",
       "cancel_url": "https://shop.example/cart"}'

curl "$BILLING_URL/v1/checkout/sessions/cs_…" -H "Authorization: Bearer $BILLING_KEY"`,
)}
<p>${prose('When you go live, three things change: the backend runs on a real chain and on PostgreSQL (`npm run -s backend -- --help` says how), `BILLING_URL` is its address, and `BILLING_KEY` a live key (`npm run -s backend -- keys create --help`).')}</p>`
}

function element(): Html {
  return html`<p>Two lines on a page of yours. Serve the file from the package (its <code>cdn</code> entry), or import <code>@per-second/authorise/define</code> in your bundle.</p>
${codeSample(
  'HTML',
  `<script type="module" src="/billing-authorise/billing-authorise.js"></script>
<billing-authorise session="cs_…" base-url="https://billing.example"></billing-authorise>`,
)}
<dl class="fields">
<div class="field"><dt><code class="name">session</code></dt><dd>Id of the checkout session. May come later, or change.</dd></div>
<div class="field"><dt><code class="name">base-url</code></dt><dd>Where this service is. Default: the page’s origin.</dd></div>
<div class="field"><dt><code class="name">theme</code></dt><dd>${prose('`auto`, `light` or `dark`.')}</dd></div>
<div class="field"><dt><code class="name">locale</code></dt><dd>Language of its texts. Default: the page’s.</dd></div>
<div class="field"><dt><code class="name">redirect</code></dt><dd>${prose('`auto` leaves for `success_url` or `cancel_url` by itself, `none` stays and shows the meter.')}</dd></div>
<div class="field"><dt><code class="name">payee</code>, <code class="name">escrow</code>, <code class="name">chain-id</code></dt><dd>Pins: anything else is refused before a wallet is asked.</dd></div>
</dl>
<p>${prose('It tells what happens by events that bubble: `billing-authorise-ready`, `-change`, `-signed-in`, `-complete`, `-cancel`, `-error`.')}</p>
${codeSample('JavaScript', `document.addEventListener('billing-authorise-complete', event => {\n  event.preventDefault() // stay on this page\n})`)}`
}

function authentication(): Html {
  return html`<p>${prose('Send your secret key as a bearer token from your server. A key that begins with `sk_test_` sees test mode only, one with `sk_live_` live mode only. Objects of the other mode and of other merchants look as if they did not exist: 404.')}</p>
${codeSample('curl', 'curl "$BILLING_URL/v1/products" -H "Authorization: Bearer $BILLING_KEY"')}
<ul>
<li>A missing, wrong or revoked key is 401. A revocation holds from the next request on.</li>
<li>${prose('A live key that comes from a browser is 401 `live_key_in_browser`, valid or not. Replace it: the page has leaked it. Test keys work from a page.')}</li>
<li>${prose('Client routes (`/v1/client/…`) are for pages. They take no secret key: the session id opens them, and what authorising answers, a client token (`ct_…`), its meter: to read, pause, resume and cancel that one, until 24 hours after it has ended.')}</li>
</ul>`
}

function conventions(): Html {
  return html`<ul>
<li>${prose('**JSON** in UTF-8, at most 256 KiB, as `Content-Type: application/json`. Every success is 200.')}</li>
<li>${prose('**Money** is a decimal string in USD, such as `"0.9972"`: exact, no exponent, no trailing zeros, never a JSON number. Fields named `wei` count base units of the token, of which a dollar has 1,000,000.')}</li>
<li>${prose('**Instants** are whole unix seconds.')}</li>
<li>${prose('**Every field** of an object is always there. What has no value is `null`.')}</li>
<li>${prose('**Nothing is ignored.** Unknown fields, unknown or repeated query parameters are 400. `null` for an optional field is 400, except `max_duration_seconds`. Lengths count code points.')}</li>
<li>${prose(`**Version.** Every answer carries \`Billing-Version: ${API_VERSION}\`. Send the header to be sure that you are understood; another version is 400.`)}</li>
<li>${prose('**Request ids.** Every answer carries `Request-Id`. Log it.')}</li>
<li>${prose('**Rate limit.** 100 requests a second for each merchant and mode in production, none locally. Above it: 429 with `Retry-After` in seconds.')}</li>
</ul>`
}

function paging(): Html {
  return html`<p>${prose('Lists are newest first. `limit` is 1 to 100, 10 by default. Continue with `starting_after` = the id of the last object you have, until `has_more` is false. `ending_before` goes the other way. What is made meanwhile neither repeats nor hides anything.')}</p>
${codeSample(
  'Node.js',
  `for await (const invoice of billing.invoices.list({ status: 'paid' })) {
  console.log(invoice.period_end, invoice.net)
}`,
)}
${codeSample('curl', `curl "$BILLING_URL/v1/invoices?limit=100&period_end[gte]=1788652800&starting_after=in_…" -g \\\n  -H "Authorization: Bearer $BILLING_KEY"`)}
<p>${prose('A cursor that is not an object of the list (unknown, of another merchant, of the other mode) is 400 `resource_missing` with its `param`; both cursors at once are 400.')}</p>`
}

function idempotency(): Html {
  return html`<p>${prose('A connection may break after the work was done. Give every POST an `Idempotency-Key` of your own, 1 to 255 printable ASCII characters, and repeat it as often as you need: it acts once.')}</p>
<ul>
<li>${prose('The same key, path and body within 24 hours: the same bytes, with `Idempotent-Replayed: true`.')}</li>
<li>${prose('The same key with another path or body: 400 `idempotency_error`. Use a new key.')}</li>
<li>Repeats that come at once wait for the first and get its answer.</li>
<li>Only successes are kept. After an error the same key may be used again.</li>
<li>Keys belong to a merchant and mode, on client routes to the session.</li>
</ul>
<p>The official client does this by itself, one key for each call through all its retries.</p>`
}

function errors(): Html {
  return html`<p>${prose('Every error, from every path, looks like this. `type` is one of six, `code` says why, `param` names the field when there is one.')}</p>
${codeSample('400', JSON.stringify({ error: { type: 'invalid_request_error', message: '"rate_usd_per_second" is not acceptable: must be a decimal string such as "0.000277". See /docs/errors#parameter_invalid', code: 'parameter_invalid', param: 'rate_usd_per_second' } }, null, 2))}
<div class="wide"><table><thead><tr><th>Status</th><th>Type</th><th>Repeat?</th></tr></thead><tbody>
<tr><td>400</td><td>${breakableCode('invalid_request_error')}</td><td>No, not as it is</td></tr>
<tr><td>400</td><td>${breakableCode('idempotency_error')}</td><td>With a new key</td></tr>
<tr><td>401</td><td>${breakableCode('authentication_error')}</td><td>No</td></tr>
<tr><td>404</td><td>${breakableCode('not_found')}</td><td>No</td></tr>
<tr><td>429</td><td>${breakableCode('rate_limit_error')}</td><td>${prose('After `Retry-After` seconds')}</td></tr>
<tr><td>5xx</td><td>${breakableCode('api_error')}</td><td>${prose('Yes, with the same idempotency key, after `Retry-After` seconds where it is said')}</td></tr>
</tbody></table></div>
<p><a href="/docs/errors">Every code, with its cause and what to do.</a> ${prose('Each message ends with the address of its own.')}</p>`
}

function webhooks(): Html {
  return html`<p>${prose('Name an endpoint, and events are posted to it: signed by Standard Webhooks 1.0, at least once, tried again for three days with growing pauses. The answer to the creation alone shows the signing secret.')}</p>
${codeSample('curl', `curl "$BILLING_URL/v1/webhook_endpoints" \\\n  -H "Authorization: Bearer $BILLING_KEY" -H 'Content-Type: application/json' \\\n  -d '{"url": "https://shop.example/hooks/billing", "events": ["invoice.paid"]}'`)}
<p>Verify the body as it came, before you parse it. Answer 2xx within 10 seconds and work afterwards. An event may come twice, and out of order: remember its <code>id</code>.</p>
${codeSample(
  'Node.js',
  `import { webhooks } from '@per-second/client'

const event = await webhooks.verify(await request.text(), request.headers, process.env.WEBHOOK_SECRET)
if (event.type === 'invoice.paid') book(event.data.object)`,
)}
<p>On your own machine there is no address that this service could reach, and none is needed: the client's command line asks for events and posts them to your receiver, signed.</p>
${codeSample('shell, in your shop', 'npx @per-second/client listen --forward-to localhost:3000/webhooks')}
<p>${prose('Any Standard Webhooks library works too. `webhook-signature` is `v1,` and the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body` under the secret’s bytes (base64 after `whsec_`). `rotate_secret` replaces the secret; both sign for 24 hours. Redirects are not followed. Everything delivered is in the list of events as well.')}</p>`
}

function retention(): Html {
  return html`<ul>
<li>${prose('**For good:** every object of this API, events included. Nothing that you can list disappears, but for webhook endpoints that you delete.')}</li>
<li>${prose('**24 hours:** what an `Idempotency-Key` was answered. Then the same key is a new one.')}</li>
<li>${prose('**30 days:** what became of deliveries that arrived or were given up. The events themselves stay in the list of events.')}</li>
<li>${prose('**Until they expire, and a while longer:** sign-in texts (a day) and client tokens (30 days beyond the latest they could last), so that a late one is told it has expired.')}</li>
</ul>
<p>All of it by the clock of the service.</p>`
}

function testing(): Html {
  return html`<p>This service runs in local mode: everything below is here, and nowhere else. Both modes settle on its own chain, and no money is real.</p>
<h3>The clock</h3>
<p>${prose('Freeze it, then go where you like. When `advance` answers, everything that fell due is done: expiries, caps, settlements, deliveries.')}</p>
${codeSample(
  'curl',
  `curl "$BILLING_URL/v1/test_helpers/clock" -H "Authorization: Bearer $BILLING_KEY" \\
  -H 'Content-Type: application/json' -d '{"frozen": true}'
curl "$BILLING_URL/v1/test_helpers/clock/advance" -H "Authorization: Bearer $BILLING_KEY" \\
  -H 'Content-Type: application/json' -d '{"seconds": 3600}'`,
)}
<h3>A merchant for each test</h3>
${codeSample('curl', 'curl -X POST "$BILLING_URL/_local/merchants" -H "Authorization: Bearer $ADMIN_TOKEN"')}
<h3>Money for a wallet</h3>
${codeSample('curl', `curl "$BILLING_URL/_local/faucet" -H "Authorization: Bearer $ADMIN_TOKEN" \\\n  -H 'Content-Type: application/json' -d '{"wallet_address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "amount": "100"}'`)}
<p>${prose('Authorising takes no gas, so no coin comes with it. With `"native": true` one does: for trying a stop that the subscriber’s own wallet sends to the chain.')}</p>
<h3>Faults on demand</h3>
<p>${prose('The next calls fail as you say: `rate_limit`, `server_error`, `timeout`, `lost_response` (the work is done, the answer is cut off), or `token_paused` for the next settlements.')}</p>
${codeSample('curl', `curl "$BILLING_URL/_local/faults" -H "Authorization: Bearer $ADMIN_TOKEN" \\\n  -H 'Content-Type: application/json' -d '{"kind": "lost_response", "count": 1, "path": "/v1/products"}'`)}`
}
