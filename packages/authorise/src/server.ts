import { nothing, type TemplateResult } from 'lit'
import { skeletonTemplate } from './view/skeleton.ts'

export type SkeletonOptions = {
  /**
   * The URL of this package's `skeleton.css`, same origin or allowed by `style-src`. Preload it in the head
   * (`<link rel="preload" as="style">`), so that the first paint has it.
   */
  stylesheet: string
  /** `rtl` for Arabic and Hebrew pages. */
  direction?: 'ltr' | 'rtl'
}

/**
 * The loading skeleton as declarative shadow DOM, to be put inside the tag on the server:
 *
 * ```ts
 * `<billing-authorise session="${id}">${renderSkeleton({ stylesheet: '/billing-authorise-skeleton.css' })}</billing-authorise>`
 * ```
 *
 * It has no words, no script and no inline style. The element takes its place in the same frame, and nothing moves.
 */
export function renderSkeleton({ stylesheet, direction = 'ltr' }: SkeletonOptions): string {
  const link = `<link rel="stylesheet" href="${escaped(stylesheet)}">`
  const card = `<div class="frame"><div class="card" part="card" dir="${direction}">${markup(skeletonTemplate(null))}</div></div>`
  return `<template shadowrootmode="open">${link}${card}</template>`
}

/** A template of this package as text. It contains text, numbers, attributes, templates and lists of them, and no events. */
function markup(value: unknown): string {
  if (value === nothing || value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(markup).join('')
  if (!isTemplate(value)) return escaped(String(value))
  const { strings, values } = value
  return strings.reduce((text, part, index) => {
    if (index === 0) return part
    const inner = markup(values[index - 1])
    return `${text}${text.endsWith('=') ? `"${inner}"` : inner}${part}`
  }, '')
}

function isTemplate(value: unknown): value is TemplateResult {
  return typeof value === 'object' && value !== null && 'strings' in value
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
