import { type Html, html } from './html.ts'

/** Code to read and copy. `label` describes it. */
export function codeSample(label: string, code: string): Html {
  return html`<figure class="sample"><figcaption>${label}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`
}

export function jsonSample(label: string, value: unknown): Html {
  return codeSample(label, JSON.stringify(value, null, 2))
}
