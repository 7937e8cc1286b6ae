/** What all of the element's events have in common. */
export const SHARED: EventInit = { bubbles: true, composed: true }
