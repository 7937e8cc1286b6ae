import type { Html } from '../../page/layout.ts'
import { troublePage } from '../../page/trouble-page.ts'

/** The page for an unknown checkout session. */
export function noOrderPage(): Html {
  return troublePage({
    title: 'We have no such order',
    text: 'The address of this page names an order that we do not know. Choose a machine, and start again.',
  })
}
