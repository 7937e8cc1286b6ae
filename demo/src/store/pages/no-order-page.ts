import type { Html } from '../../page/layout.ts'
import { troublePage } from '../../page/trouble-page.ts'

/** What a checkout session that nobody knows leads to. */
export function noOrderPage(): Html {
  return troublePage({
    title: 'We have no such order',
    text: 'The address of this page names an order that we do not know. Choose a machine, and start again.',
  })
}
