'use client'

import type { PropertyDeclarations } from 'lit'
import {
  createElement,
  type DetailedHTMLProps,
  type ForwardRefExoticComponent,
  forwardRef,
  type HTMLAttributes,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { BillingAuthorise as BillingAuthoriseElement } from './billing-authorise.ts'
import './define.ts'
import type { BillingAuthoriseEventMap } from './events.ts'
import type {
  BillingAuthoriseAttributes,
  BillingAuthoriseCamelCaseAttributes,
  BillingAuthoriseHandlers,
  BillingAuthoriseProperties,
} from './jsx.ts'

/** The element's properties with their attributes. False for objects, which are set on the element after it is rendered. */
const PROPERTIES: PropertyDeclarations = BillingAuthoriseElement.properties

type Objects = Omit<BillingAuthoriseProperties, keyof BillingAuthoriseCamelCaseAttributes>

const HANDLERS = {
  onReady: 'billing-authorise-ready',
  onChange: 'billing-authorise-change',
  onSignedIn: 'billing-authorise-signed-in',
  onComplete: 'billing-authorise-complete',
  onCancel: 'billing-authorise-cancel',
  onExtend: 'billing-authorise-extend',
  onError: 'billing-authorise-error',
  onMeter: 'billing-authorise-meter',
  onPhase: 'billing-authorise-phase',
} as const

type EventOf<Type extends string> = Type extends keyof BillingAuthoriseEventMap
  ? BillingAuthoriseEventMap[Type]
  : Event

type Handlers = {
  [Name in keyof typeof HANDLERS]?: ((event: EventOf<(typeof HANDLERS)[Name]>) => void) | undefined
}

type OwnProps = BillingAuthoriseCamelCaseAttributes & Objects & Handlers

/** The element's attributes and properties in camel case, a handler for each of its events, and the attributes of every tag. */
export type BillingAuthoriseProps = OwnProps & Omit<HTMLAttributes<BillingAuthoriseElement>, keyof OwnProps>

/** React warns of layout effects on a server. */
const useCommitEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/**
 * `<billing-authorise>` as a component of React 18 and 19. On a server it renders the bare tag with its attributes. Objects and handlers
 * are set at hydration. Earlier events are not repeated: read `phase`. The ref is the element.
 */
export const BillingAuthorise: ForwardRefExoticComponent<
  BillingAuthoriseProps & RefAttributes<BillingAuthoriseElement>
> = forwardRef<BillingAuthoriseElement, BillingAuthoriseProps>(function BillingAuthorise(props, ref) {
  const own = useRef<BillingAuthoriseElement>(null)
  const latest = useRef<BillingAuthoriseProps>({})
  useImperativeHandle(ref, () => own.current as BillingAuthoriseElement, [])
  useCommitEffect(() => {
    if (own.current) setObjects(own.current, props, latest.current)
    latest.current = props
  })
  useCommitEffect(() => {
    const listening = new AbortController()
    for (const [name, type] of Object.entries(HANDLERS)) {
      const tell = (event: Event) => {
        const handler = propOf(latest.current, name)
        if (typeof handler === 'function') handler(event)
      }
      own.current?.addEventListener(type, tell, { signal: listening.signal })
    }
    return () => listening.abort()
  }, [])
  // The element may exist before React, and reflects attributes by itself.
  return createElement('billing-authorise', {
    ...attributesOf(props),
    ref: own,
    suppressHydrationWarning: true,
  })
})

/** Sets the objects that changed since the last render. Values that the page sets by itself stay. */
function setObjects(
  element: BillingAuthoriseElement,
  props: BillingAuthoriseProps,
  last: BillingAuthoriseProps,
): void {
  for (const name of Object.keys(PROPERTIES).filter(isObject)) {
    const value = propOf(props, name)
    if (value !== propOf(last, name)) Object.assign(element, { [name]: value })
  }
}

function propOf(props: BillingAuthoriseProps, name: string): unknown {
  return (props as Record<string, unknown>)[name]
}

function attributesOf(props: BillingAuthoriseProps): Record<string, unknown> {
  const isAttribute = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== null && !isObject(name) && !(name in HANDLERS)
  const toHtml = ([name, value]: [string, unknown]) => [attributeName(name), value]
  return Object.fromEntries(Object.entries(props).filter(isAttribute).map(toHtml))
}

function isObject(name: string): boolean {
  return PROPERTIES[name]?.attribute === false
}

/** React 18 does not translate `className` on custom elements. */
function attributeName(name: string): string {
  if (name === 'className') return 'class'
  const { attribute } = PROPERTIES[name] ?? {}
  return typeof attribute === 'string' ? attribute : name
}

/** The tag in JSX of React 19, which sets properties and listens to custom events as `on` and the event's name. */
type BillingAuthoriseElementProps = DetailedHTMLProps<
  HTMLAttributes<BillingAuthoriseElement>,
  BillingAuthoriseElement
> &
  BillingAuthoriseAttributes &
  BillingAuthoriseProperties &
  BillingAuthoriseHandlers<'on'>

declare module 'react' {
  // biome-ignore lint/style/noNamespace: this is how React's types are extended
  namespace JSX {
    interface IntrinsicElements {
      'billing-authorise': BillingAuthoriseElementProps
    }
  }
}
