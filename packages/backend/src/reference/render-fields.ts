import type { JsonSchema } from '../openapi/document-types.ts'
import { type Html, html, prose } from './html.ts'

type Field = JsonSchema & {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  anyOf?: Field[]
  oneOf?: Field[]
  items?: Field
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

/** The fields of an object as a list: name, type, whether it is required, its meaning. */
export function renderFields(schema: JsonSchema, required: 'mark' | 'hide' = 'mark'): Html {
  const needed = new Set((schema.required as string[] | undefined) ?? [])
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return html`<p class="quiet">None.</p>`
  return html`<dl class="fields">${fields.map(([name, field]) =>
    renderField(name, field as Field, required === 'mark' && needed.has(name)),
  )}</dl>`
}

export function renderField(name: string, field: JsonSchema, required: boolean): Html {
  const { description = '' } = field
  return html`<div class="field">
<dt><code class="name">${name}</code> <span class="type">${typeOf(field as Field)}</span>${required ? html` <span class="required">required</span>` : null}</dt>
<dd>${prose(description)}${limits(field as Field)}${inner(field as Field)}</dd>
</div>`
}

function typeOf(field: Field): Html {
  const { $ref, anyOf, oneOf, items, type } = field
  if ($ref !== undefined) return reference($ref)
  const options = anyOf ?? oneOf
  if (options !== undefined) {
    return html`${options.map((option, index) => html`${index === 0 ? '' : ' or '}${typeOf(option)}`)}`
  }
  if (items !== undefined) return html`list of ${typeOf(items)}`
  return html`${Array.isArray(type) ? type.join(' or ') : (type ?? 'any')}`
}

function reference($ref: string): Html {
  const name = $ref.replace('#/components/schemas/', '')
  return html`<a href="#object-${name}">${name}</a>`
}

function limits(field: Field): Html | null {
  const { enum: options, const: only, default: standard, anyOf } = field
  const parts: Html[] = []
  if (options !== undefined) parts.push(html`One of ${list(options)}.`)
  if (only !== undefined) parts.push(html`Always ${list([only])}.`)
  const bounded = [field, ...(anyOf ?? [])].find(
    ({ minimum, maximum }) => minimum !== undefined && maximum !== undefined,
  )
  if (bounded !== undefined) parts.push(html`${bounded.minimum ?? ''} to ${bounded.maximum ?? ''}.`)
  if (standard !== undefined) parts.push(html`Default ${list([standard])}.`)
  return parts.length === 0 ? null : html` <span class="limits">${parts.map(part => html`${part} `)}</span>`
}

function list(values: readonly unknown[]): Html {
  return html`${values.map((value, index) => html`${index === 0 ? '' : ', '}<code>${JSON.stringify(value)}</code>`)}`
}

/** An object without a name of its own is described in place. */
function inner(field: Field): Html | null {
  return field.properties === undefined ? null : renderFields(field, 'hide')
}
